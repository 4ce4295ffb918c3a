// The draft on the tablet itself, one for each table, so that a reload or a dead battery loses nothing. Never a PIN.

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
      // No room, or not allowed: the page itself still has it.
    }
  }

  clear() {
    try {
      localStorage.removeItem(this.name);
    } catch {
      // Nothing was kept.
    }
  }
}
