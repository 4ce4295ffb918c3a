// What is shown once: a button that copies it, and nothing of it left in a panel that was closed. Without this script the
// text is selected and copied by hand.

document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("[data-copy]");
  if (!button) return;
  const field = document.getElementById(button.dataset.copy);
  const said = button.closest("[data-revealed]").querySelector("[data-copied]");
  const copied = await copy(field);
  said.textContent = copied ? "Copied." : "It could not be copied. It is selected: copy it by hand.";
});

async function copy(field) {
  field.focus();
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    // Only a page that came by https has a clipboard; the older way works everywhere.
    return document.execCommand("copy");
  }
}

function enhance(root) {
  for (const button of root.querySelectorAll("[data-copy][hidden]")) button.hidden = false;
}

enhance(document);
document.addEventListener("htmx:afterSwap", (event) => enhance(event.detail.target));

// The page behind does not know yet what was made.
document.getElementById("panel")?.addEventListener("close", () => {
  const shown = document.querySelector("#panel-body [data-revealed]");
  if (!shown) return;
  shown.remove();
  location.reload();
});
