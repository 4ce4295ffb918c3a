// A dialog in which a second person signs for a round: for a violation with its reason, or for a void round.

const byId = (id) => document.getElementById(id);
const SIGNED = { breach_reason: "Enter why it was played anyway.", second_badge: "Enter the signer's badge.", second_pin: "Enter the signer's PIN." };

export const isOfSignature = (error) => error.path in SIGNED;

export class Signing {
  // `id` is the dialog's, and the prefix of its fields. `signed` gets what was entered.
  constructor(id, signed) {
    this.id = id;
    this.dialog = byId(id);
    byId(`${id}-form`).addEventListener("submit", (event) => {
      event.preventDefault();
      this.sign(signed);
    });
    this.dialog.addEventListener("close", () => { this.field("second_pin").value = ""; });
  }

  field(name) {
    return byId(`${this.id}_${name}`);
  }

  get fields() {
    return Object.keys(SIGNED).filter((name) => this.field(name));
  }

  fill(values) {
    for (const name of this.fields) this.field(name).value = values[name] ?? "";
  }

  ask(errors = []) {
    const said = byId(`${this.id}-said`);
    said.replaceChildren(...errors.map((error) => Object.assign(document.createElement("li"), { textContent: error.message })));
    said.hidden = errors.length === 0;
    this.field("second_pin").value = "";
    if (!this.dialog.open) this.dialog.showModal();
    this.field(errors.length > 0 ? "second_pin" : this.fields[0]).focus();
  }

  // The PIN is given apart: it is sent, but never stored on the tablet.
  sign(signed) {
    const values = Object.fromEntries(this.fields.map((name) => [name, this.field(name).value.trim()]));
    const empty = this.fields.filter((name) => !values[name]);
    if (empty.length > 0) {
      this.ask(empty.map((name) => ({ message: SIGNED[name] })));
      return;
    }
    const { second_pin, ...rest } = values;
    this.dialog.close();
    signed(rest, { second_pin });
  }
}
