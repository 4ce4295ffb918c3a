// The edition's irregularities, chosen in a dialog: one may void the round; after others it goes on.

const byId = (id) => document.getElementById(id);

export class Irregularities {
  constructor(page) {
    this.page = page;
    this.boxes = [...document.querySelectorAll("[name=irregularity]")];
    byId("irregularity-open").addEventListener("click", () => this.open());
    byId("irregularity-form").addEventListener("change", (event) => this.check(event.target));
    byId("irregularity-form").addEventListener("submit", (event) => { if (event.submitter?.value === "confirm") this.confirm(); });
  }

  open() {
    const { draft } = this.page;
    for (const box of this.boxes) box.checked = draft.irregularities.includes(box.value);
    if (byId("failed-device")) byId("failed-device").value = draft.failed_device ?? "";
    this.check(null);
    byId("irregularities").showModal();
  }

  // A round is void for one reason. A device is asked for if one may have failed.
  check(changed) {
    if (changed?.checked && "voids" in changed.dataset) {
      for (const box of this.boxes) if (box !== changed && "voids" in box.dataset) box.checked = false;
    }
    const device = byId("failed-device-box");
    if (device) device.hidden = !this.boxes.some((box) => box.checked && "device" in box.dataset);
  }

  confirm() {
    const chosen = this.boxes.filter((box) => box.checked);
    const device = chosen.some((box) => "device" in box.dataset) ? byId("failed-device")?.value || null : null;
    this.page.change((draft) => {
      draft.irregularities = chosen.map((box) => box.value);
      draft.failed_device = device;
    });
  }

  draw() {
    const count = this.page.draft.irregularities.length;
    byId("irregularity-count").textContent = count > 0 ? ` · ${count}` : "";
    byId("irregularity-open").setAttribute("aria-pressed", String(count > 0));
  }
}
