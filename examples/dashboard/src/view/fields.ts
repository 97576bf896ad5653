import type { Problems } from '../request-context.js';
import { html, type Html, type Renderable } from './html.js';

/** An option in a select or a group of checkboxes. */
export interface Option {
  readonly value: string;
  readonly label: string;
  readonly hint?: string;
}

interface FieldTexts {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly problems?: Problems;
}

/**
 * Lists the problems in a form, each with a link to its field. Place the list before the form, so that screen readers
 * announce it.
 */
export function problemSummary(problems: Problems | undefined): Html | null {
  const entries = Object.entries(problems ?? {});
  if (entries.length === 0) return null;
  return html`<div class="problems" role="alert">
    <h2>Not saved. Fix the following:</h2>
    <ul>
      ${entries.map(([name, problem]) => html`<li><a href="#${name}">${problem}</a></li>`)}
    </ul>
  </div>`;
}

/** Renders a single-line text field, or an input of another type. */
export function textField(
  field: FieldTexts & { value?: string; type?: string; required?: boolean; step?: string; autocomplete?: string },
): Html {
  const { name, value = '', type = 'text', required = true, step, autocomplete = 'off' } = field;
  return wrap(
    field,
    html`<input
      id="${name}"
      name="${name}"
      type="${type}"
      value="${value}"
      autocomplete="${autocomplete}"
      ${step !== undefined && html`step="${step}"`}
      ${required && html`required`}
      ${describe(field)}
    />`,
  );
}

/** The maximum number of options in a select. If there are more, the user types the value. */
const MAX_OPTIONS = 100;

/** Renders a select with groups of options, or a text field if there are too many options. */
export function choice(
  field: FieldTexts & { value?: string; groups: Readonly<Record<string, readonly Option[]>> },
): Html {
  const { name, value, groups } = field;
  const count = Object.values(groups).reduce((sum, options) => sum + options.length, 0);
  if (count > MAX_OPTIONS) return textField(field);
  const lists = Object.entries(groups).map(([label, options]) => {
    const list = options.map(
      (option) =>
        html`<option value="${option.value}" ${option.value === value && html`selected`}>${option.label}</option>`,
    );
    return label === '' || list.length === 0 ? list : html`<optgroup label="${label}">${list}</optgroup>`;
  });
  const empty = html`<option value="">Choose…</option>`;
  return wrap(
    field,
    html`<select id="${name}" name="${name}" required ${describe(field)}>
      ${count === 1 ? null : empty}${lists}
    </select>`,
  );
}

/** Renders a group of checkboxes. The first one has the group's id, so that the problem summary can link to it. */
export function checkboxes(field: FieldTexts & { options: readonly Option[]; chosen: readonly string[] }): Html {
  const { name, label, hint, options, chosen, problems } = field;
  const boxes = options.map(({ value, label: text, hint: more }, i) => {
    const id = i === 0 ? name : `${name}-${i}`;
    return html`<div class="box">
      <input type="checkbox" id="${id}" name="${name}" value="${value}" ${chosen.includes(value) && html`checked`} />
      <label for="${id}">${text}${more !== undefined && html` <span class="hint">${more}</span>`}</label>
    </div>`;
  });
  return html`<fieldset ${describe(field)}>
    <legend>${label}</legend>
    ${hints(name, hint, problems?.[name])} ${boxes}
  </fieldset>`;
}

function wrap({ name, label, hint, problems }: FieldTexts, input: Html): Html {
  return html`<div class="field">
    <label for="${name}">${label}</label>
    ${hints(name, hint, problems?.[name])} ${input}
  </div>`;
}

function hints(name: string, hint: string | undefined, problem: string | undefined): Renderable {
  return [
    hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`,
    problem !== undefined && html`<p class="problem" id="${name}-problem">${problem}</p>`,
  ];
}

function describe({ name, hint, problems }: FieldTexts): Renderable {
  const wrong = problems?.[name] !== undefined;
  const ids = [hint !== undefined && `${name}-hint`, wrong && `${name}-problem`].filter(Boolean).join(' ');
  return [ids !== '' && html`aria-describedby="${ids}"`, wrong && html` aria-invalid="true"`];
}
