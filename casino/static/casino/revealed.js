// Copy a secret that is shown once, and remove it when the panel closes. Without this script the user copies the text by
// hand.

document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("[data-copy]");
  if (!button) return;
  const field = document.getElementById(button.dataset.copy);
  const said = button.closest("[data-revealed]").querySelector("[data-copied]");
  const copied = await copy(field);
  said.textContent = copied ? "Copied." : "Could not copy. The text is selected: copy it by hand.";
});

async function copy(field) {
  field.focus();
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    // The clipboard API needs https; execCommand works everywhere.
    return document.execCommand("copy");
  }
}

function enhance(root) {
  for (const button of root.querySelectorAll("[data-copy][hidden]")) button.hidden = false;
}

enhance(document);
document.addEventListener("htmx:afterSwap", (event) => enhance(event.detail.target));

// The page under the panel does not show the new key yet.
document.getElementById("panel")?.addEventListener("close", () => {
  const shown = document.querySelector("#panel-body [data-revealed]");
  if (!shown) return;
  shown.remove();
  location.reload();
});
