// Small helps where a browser runs scripts. Every page reads, downloads and decides without them.

// `/` focuses the search, as in many tools.
document.addEventListener('keydown', (event) => {
  const target = event.target;
  const isTyping = target instanceof HTMLElement && target.closest('input, textarea, select');
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  const field = document.querySelector('[data-key="/"]');
  if (field instanceof HTMLElement) {
    event.preventDefault();
    field.focus();
  }
});

// A box in the head of a table chooses all of its rows.
document.addEventListener('change', (event) => {
  const box = event.target;
  if (!(box instanceof HTMLInputElement) || box.dataset.chooses === undefined) return;
  for (const other of box.form?.elements ?? []) {
    if (other instanceof HTMLInputElement && other.name === box.dataset.chooses) other.checked = box.checked;
  }
});

// Filters apply as soon as one is chosen.
document.addEventListener('change', (event) => {
  const field = event.target;
  if (field instanceof HTMLSelectElement && field.form?.dataset.submits === 'change')
    field.form.requestSubmit();
});

// A button is pressed once.
document.addEventListener('submit', (event) => {
  const form = event.target;
  if (form instanceof HTMLFormElement && form.method === 'post') {
    setTimeout(() => {
      for (const button of form.querySelectorAll('button')) button.disabled = true;
    });
  }
});

// The progress of a run, as it happens; without scripts the page loads itself again.
for (const list of document.querySelectorAll('[data-events]')) {
  const events = new EventSource(list.dataset.events);
  events.addEventListener('step', (event) => {
    const item = document.createElement('li');
    item.textContent = event.data;
    list.append(item);
  });
  events.addEventListener('end', (event) => {
    events.close();
    location.assign(event.data);
  });
  // An answer that is no stream ends it for good, as after a restart: the page then says what has become of the run.
  events.addEventListener('error', () => {
    if (events.readyState === EventSource.CLOSED) loadAgain();
  });
}

// Loads the page again once the server answers; until then it stays as it is, and not what a proxy shows instead.
function loadAgain() {
  setTimeout(async () => {
    const answer = await fetch(location.href).catch(() => undefined);
    if (answer !== undefined && answer.status < 500) location.reload();
    else loadAgain();
  }, 3_000);
}
