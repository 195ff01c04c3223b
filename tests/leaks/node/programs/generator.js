// Cursors over tables are generators that nobody runs to their end, so nothing removes them.
'use strict';

class Report {
  constructor(number) {
    this.rows = new Array(25).fill(0).map((_, i) => ({row: i, total: number + i * 0.5}));
  }
}

class Database {
  cursors = [];
  *scan(number) {
    const report = new Report(number);
    for (const row of report.rows) yield row;
  }
}

const db = new Database();
exports.work = number => {
  const cursor = db.scan(number);
  cursor.next();
  db.cursors.push(cursor);
};
