// Money is whole cents inside and a decimal string at the edges; it is never a fraction of a number.

export function cents(text) {
  const match = /^\s*\$?\s*(\d{1,12})(?:\.(\d{0,2}))?\s*$/.exec(text ?? "");
  if (!match) return null;
  const found = Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
  return found > 0 ? found : null;
}

// As the round format writes it: 5.00.
export const amount = (whole) => `${Math.floor(whole / 100)}.${String(whole % 100).padStart(2, "0")}`;

// What was typed, as the round format writes it; what is no amount stays as it is, for the server to say so.
export const asAmount = (text) => (cents(text) === null ? String(text) : amount(cents(text)));

// As short as people write it: 5, or 12.50.
export const short = (text) => {
  const found = cents(text);
  return found === null ? String(text ?? "") : found % 100 ? amount(found) : String(found / 100);
};

// As people read it: $7,500.00.
export function shown(whole) {
  const [dollars, rest] = amount(Math.abs(whole)).split(".");
  return `$${dollars.replace(/\B(?=(\d{3})+$)/g, ",")}.${rest}`;
}

// Won or lost, with a true minus.
export function net(text) {
  const lost = text.startsWith("-");
  const found = cents(text.replace("-", "")) ?? 0;
  return `${lost ? "−" : found ? "+" : ""}${shown(found)}`;
}

// A multiple of an amount: 1.5 times $5.00.
export const times = (whole, factor) => Math.round(whole * Number(factor));
