// Money: whole cents inside, decimal strings at the edges, never fractions.

export function cents(text) {
  const match = /^\s*\$?\s*(\d{1,12})(?:\.(\d{0,2}))?\s*$/.exec(text ?? "");
  if (!match) return null;
  const found = Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
  return found > 0 ? found : null;
}

// In the round format: 5.00.
export const amount = (whole) => `${Math.floor(whole / 100)}.${String(whole % 100).padStart(2, "0")}`;

// Typed text in the round format; anything that is not an amount stays as typed, and the server reports it.
export const asAmount = (text) => (cents(text) === null ? String(text) : amount(cents(text)));

// Short form: 5, or 12.50.
export const short = (text) => {
  const found = cents(text);
  return found === null ? String(text ?? "") : found % 100 ? amount(found) : String(found / 100);
};

// Display form: $7,500.00.
export function shown(whole) {
  const [dollars, rest] = amount(Math.abs(whole)).split(".");
  return `$${dollars.replace(/\B(?=(\d{3})+$)/g, ",")}.${rest}`;
}

// Won or lost, with a real minus sign.
export function net(text) {
  const lost = text.startsWith("-");
  const found = cents(text.replace("-", "")) ?? 0;
  return `${lost ? "−" : found ? "+" : ""}${shown(found)}`;
}

// A multiple of an amount: 1.5 times $5.00.
export const times = (whole, factor) => Math.round(whole * Number(factor));
