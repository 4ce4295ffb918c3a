// Keypad for a PIN field. The field also works with a keyboard and without this script.

document.addEventListener("click", (event) => {
  const key = event.target.closest?.(".pinpad button");
  if (!key) return;
  const pad = key.closest(".pinpad");
  const input = document.getElementById(pad.dataset.for);
  const digits = input.value;
  if (key.value === "clear") input.value = "";
  else if (key.value === "back") input.value = digits.slice(0, -1);
  else if (input.maxLength < 0 || digits.length < input.maxLength) input.value = digits + key.value;
  input.dispatchEvent(new Event("input", { bubbles: true }));
  const count = input.value.length;
  pad.querySelector("[role=status]").textContent = `${count} ${count === 1 ? "digit" : "digits"}`;
});

function enhance(root) {
  for (const pad of root.querySelectorAll(".pinpad[hidden]")) {
    pad.hidden = false;
    // The tablet's keyboard would cover the keypad.
    if (matchMedia("(pointer: coarse)").matches) document.getElementById(pad.dataset.for)?.setAttribute("inputmode", "none");
  }
}

enhance(document);
document.addEventListener("htmx:afterSwap", (event) => enhance(event.detail.target));
