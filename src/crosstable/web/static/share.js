// Sharing a text with an address: the device's own dialog on a phone, the clipboard elsewhere.
//   data-share="id"        a button that shares the text of that element, with data-address after it
//   data-shared="…"        the element next to it that says when the text is copied
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch { // without HTTPS there is no clipboard, so the browser copies a selection
    const field = Object.assign(document.createElement("textarea"), { value: text });
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-share]");
  if (!button) return;
  const text = document.getElementById(button.dataset.share).textContent.trim().replace(/\s+/g, " ");
  const url = new URL(button.dataset.address, location.href).href;
  if (navigator.share && matchMedia("(pointer: coarse)").matches) {
    navigator.share({ title: document.title, text, url }).catch(() => {}); // closed without sharing
    return;
  }
  await copy(`${text} ${url}`);
  const note = button.parentElement.querySelector("[data-shared]");
  note.textContent = note.dataset.shared;
  button.focus();
});
