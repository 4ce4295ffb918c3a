// The edition's irregularities, chosen in a dialog: one may void the round; after others it goes on. A failed device is
// named, and a void that the rules do not name is explained.

import { failure } from "./draft.js";

const byId = (id) => document.getElementById(id);
// The errors of the server that are put right in this dialog.
const HERE = ["void", "void_explanation", "failed_device", "irregularities"];

export class Irregularities {
  constructor(page) {
    this.page = page;
    this.boxes = [...document.querySelectorAll("[name=irregularity]")];
    this.device = byId("failed-device");
    this.explanation = byId("void-explanation");
    byId("irregularity-open").addEventListener("click", () => this.open());
    byId("irregularity-form").addEventListener("change", (event) => this.check(event.target));
    byId("irregularity-form").addEventListener("submit", (event) => {
      if (event.submitter?.value !== "confirm") return;
      if (this.lacks()) event.preventDefault();
      else this.confirm();
    });
  }

  open() {
    const { draft } = this.page;
    for (const box of this.boxes) box.checked = draft.irregularities.includes(box.value);
    if (this.device) this.device.value = draft.failed_device ?? "";
    this.explanation.value = draft.void_explanation;
    this.say("failed-device", "");
    this.say("void-explanation", "");
    this.check(null);
    byId("irregularities").showModal();
    if (this.page.tried) this.lacks();
  }

  // A card set aside is stated by its slot on the table, too, and taken back by a second tap.
  setAside(stated) {
    const { name } = this.page.terms.irregularities.find((each) => each.sets_aside > 0);
    this.page.change((draft) => {
      draft.irregularities = draft.irregularities.filter((each) => each !== name).concat(stated ? [name] : []);
    });
  }

  get chosen() {
    const names = this.boxes.filter((box) => box.checked).map((box) => box.value);
    return this.page.terms.irregularities.filter((each) => names.includes(each.name));
  }

  // A round is void for one reason. A device is asked for if one may have failed, and offered only if it can have.
  check(changed) {
    if (changed?.checked && "voids" in changed.dataset) {
      for (const box of this.boxes) if (box !== changed && "voids" in box.dataset) box.checked = false;
    }
    if (changed === this.device) this.say("failed-device", "");
    byId("void-explanation-box").hidden = !this.chosen.some((each) => each.explained);
    if (this.device) this.offerDevices();
  }

  offerDevices() {
    byId("failed-device-box").hidden = !this.chosen.some((each) => each.device);
    const names = this.chosen.filter((each) => each.device_kind).map((each) => each.name);
    const may = (device) => names.length === 0 || names.some((name) => device.may_fail.includes(name));
    for (const option of this.device.options) {
      const device = this.page.terms.devices.find((each) => String(each.id) === option.value);
      option.hidden = option.disabled = device ? !may(device) : names.length > 0;
    }
    if (!this.device.selectedOptions[0] || this.device.selectedOptions[0].disabled) this.device.value = "";
    const among = this.page.terms.devices.filter(may);
    if (names.length > 0 && this.device.value === "" && among.length === 1) this.device.value = String(among[0].id);
  }

  // Say beside its field what is missing, and go there.
  lacks() {
    const device = this.chosen.some((each) => each.device_kind) && !this.device?.value;
    const explanation = this.chosen.some((each) => each.explained) && !this.explanation.value.trim();
    this.say("failed-device", device ? "Choose the device that failed." : "");
    this.say("void-explanation", explanation ? "Enter why the round is void." : "");
    if (device) this.device?.focus();
    else if (explanation) this.explanation.focus();
    return device || explanation;
  }

  say(field, words) {
    const said = byId(`${field}-said`);
    if (!said) return;
    said.replaceChildren(...(words ? [Object.assign(document.createElement("li"), { textContent: words })] : []));
    said.hidden = !words;
    byId(field).setAttribute("aria-invalid", String(Boolean(words)));
  }

  confirm() {
    const { chosen } = this;
    this.page.change((draft) => {
      draft.irregularities = chosen.map((each) => each.name);
      draft.failed_device = chosen.some((each) => each.device) ? this.device?.value || null : null;
      draft.void_explanation = chosen.some((each) => each.explained) ? this.explanation.value.trim() : "";
      if (!chosen.some((each) => each.sets_aside > 0)) draft.set_aside.fill(null);
      else if (draft.set_aside.includes(null)) this.page.cursor = `set_aside.${draft.set_aside.indexOf(null)}`;
    });
  }

  draw(wrong) {
    const { draft, terms } = this.page;
    const count = draft.irregularities.length;
    const unnamed = failure(draft, terms)?.device === null;
    const button = byId("irregularity-open");
    byId("irregularity-count").textContent = count > 0 ? ` · ${count}` : "";
    button.setAttribute("aria-pressed", String(count > 0));
    button.toggleAttribute("data-wrong", (this.page.tried && unnamed) || [...wrong].some((path) => HERE.includes(path.split("[")[0])));
  }
}
