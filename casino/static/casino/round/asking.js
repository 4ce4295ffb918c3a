// Requests to the server: previews while typing, and saving a round exactly once, even if responses are lost.

const PAUSE = 150;
const PATIENCE = 12000;
const WAITS = [1000, 2000, 4000, 8000, 15000, 30000];

// The token may have changed since the page was loaded, if someone signed in again in another tab.
function token() {
  const cookie = /(?:^|;\s*)csrftoken=([^;]+)/.exec(document.cookie);
  return cookie ? decodeURIComponent(cookie[1]) : JSON.parse(document.body.getAttribute("hx-headers"))["X-CSRFToken"];
}

function post(url, text, { headers = {}, signal }) {
  return fetch(url, { method: "POST", body: text, signal, credentials: "same-origin", headers: { "Content-Type": "application/json", "X-CSRFToken": token(), ...headers } });
}

// Send a preview shortly after the last key; drop every response except the newest.
export class Preview {
  constructor(url, { answered, signedOut }) {
    Object.assign(this, { url, answered, signedOut });
    this.asked = 0;
  }

  ask(body) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.send(body), PAUSE);
  }

  async send(body) {
    clearTimeout(this.timer);
    this.asked += 1;
    const mine = this.asked;
    this.aborter?.abort();
    this.aborter = new AbortController();
    try {
      const response = await post(this.url, JSON.stringify(body), { signal: this.aborter.signal });
      const answer = response.headers.get("Content-Type")?.startsWith("application/json") ? await response.json() : null;
      if (mine !== this.asked) return;
      if (answer && response.ok) this.answered(answer);
      else if (response.redirected) this.signedOut();
    } catch {
      // No connection, or a newer request: keep the page as it is; saving reports more.
    }
  }
}

// One round under one key, sent until a response arrives. The server logs it once, however often it is sent.
export class Saving {
  constructor(url, { saved, refused, waiting, signedOut }) {
    Object.assign(this, { url, saved, refused, waiting, signedOut });
    this.tries = 0;
    window.addEventListener("online", () => this.retry());
  }

  get underWay() {
    return Boolean(this.round);
  }

  send(text, key) {
    this.round = { text, key };
    this.tries = 0;
    return this.attempt();
  }

  retry() {
    if (!this.round || this.sending) return;
    clearTimeout(this.timer);
    this.attempt();
  }

  async attempt() {
    this.sending = true;
    const aborter = new AbortController();
    const patience = setTimeout(() => aborter.abort(), PATIENCE);
    let response = null;
    let answer = null;
    try {
      response = await post(this.url, this.round.text, { headers: { "Idempotency-Key": this.round.key }, signal: aborter.signal });
      answer = await response.json();
    } catch {
      response = null;
    } finally {
      clearTimeout(patience);
      this.sending = false;
    }
    this.take(response, answer);
  }

  take(response, answer) {
    if (response?.ok) {
      this.round = null;
      this.saved(answer);
    } else if (response?.status === 401) {
      this.round = null;
      this.signedOut();
    } else if (!response || response.status >= 500 || [408, 425, 429].includes(response.status)) {
      const wait = WAITS[Math.min(this.tries, WAITS.length - 1)];
      this.tries += 1;
      this.timer = setTimeout(() => this.attempt(), wait);
      this.waiting(response ? "The server had an error." : "No response from the server.");
    } else {
      this.round = null;
      this.refused(response.status, answer ?? {});
    }
  }
}
