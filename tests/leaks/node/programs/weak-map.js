// Thumbnails hang on their images in a WeakMap, and would go with them; but a history keeps every image.
'use strict';

class ImageKey { constructor(name) { this.name = name; } }
class Thumbnail {
  constructor(name) {
    this.name = name;
    this.rows = Array.from({length: 40}, (_, i) => ({y: i, colors: [name, i]}));
  }
}

class Gallery {
  constructor() {
    this.thumbnails = new WeakMap();
    this.history = [];
  }
  open(name) {
    const image = new ImageKey(name);
    this.history.push(image);
    this.thumbnails.set(image, new Thumbnail(name));
  }
}

const gallery = new Gallery();
exports.work = number => gallery.open(number);
