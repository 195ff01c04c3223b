// Profiles are cached in an object without a prototype, by the name of the user.
'use strict';

const profileByUser = Object.create(null);

function profileOf(user) {
  profileByUser[user] ??= {user, roles: ['reader', 'writer'], settings: {theme: 'dark', sizes: new Array(60).fill(user.length)}};
  return profileByUser[user];
}

exports.work = number => profileOf(`user-${number}`);
