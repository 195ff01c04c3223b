// Rendered pages are kept by their whole address, of which there are as many as requests.
'use strict';

class RenderedPage {
  constructor(address) {
    this.address = address;
    this.blocks = Array.from({length: 40}, (_, i) => ({id: `${address}#${i}`, height: i}));
  }
}

class PageRenderer {
  constructor() { this.pages = new Map(); }
  render(address) {
    if (!this.pages.has(address)) this.pages.set(address, new RenderedPage(address));
    return this.pages.get(address);
  }
}

const renderer = new PageRenderer();
exports.work = number => { renderer.render(`/orders?session=${number}`); };
