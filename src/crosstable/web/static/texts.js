// Sentences of the scripts in the language of the page. docs/translation.md explains how to mark one.
globalThis.tr = (pattern, values = {}) => fillText(globalThis.texts?.[pattern] ?? pattern, values);

// The server gives the form for each of the numbers 1, 2 and 5, which tell the forms of most languages apart.
globalThis.trn = (one, many, count, values = {}) => {
  const forms = globalThis.texts?.[one] ?? [one, many, many];
  const rule = new Intl.PluralRules(document.documentElement.lang || "en-GB").select(count);
  const form = rule === "one" ? forms[0] : rule === "few" || rule === "two" ? forms[1] : forms[2];
  return fillText(form, { count, ...values });
};

const fillText = (text, values) => text.replace(/\{(\w+)\}/g, (all, name) => name in values ? values[name] : all);
