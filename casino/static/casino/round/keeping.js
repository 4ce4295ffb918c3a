// Store the draft on the tablet, one per table, so that a reload or a dead battery loses nothing. Never a PIN.

export class Keeping {
  constructor(terms) {
    this.name = `round:${terms.table}${terms.replaces ? `:${terms.replaces.id}` : ""}`;
  }

  load() {
    try {
      return JSON.parse(localStorage.getItem(this.name));
    } catch {
      return null;
    }
  }

  store(kept) {
    try {
      localStorage.setItem(this.name, JSON.stringify(kept));
    } catch {
      // Storage is full or not allowed: the page still has the draft.
    }
  }

  clear() {
    try {
      localStorage.removeItem(this.name);
    } catch {
      // Nothing was stored.
    }
  }
}
