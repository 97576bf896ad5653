import { addAudit } from 'receipt-reference-server/audit/audit.js';
import { ID } from 'receipt-reference-server/read-model/id.js';
import { FormErrors, text } from '../form.js';
import { path } from '../paths.js';
import { addApp, type App } from 'receipt-reference-server/businesses/apps.js';
import { listApps } from 'receipt-reference-server/read-model/apps.js';
import { stepOf } from '../step-of.js';
import type { DashboardContext, Page, Problems, Route, RequestContext } from '../request-context.js';
import { checkboxes, problemSummary, textField } from '../view/fields.js';
import { html, type Html } from '../view/html.js';
import { identifier, postForm } from '../view/parts.js';
import { pager, table } from '../view/table.js';

const PAGE_SIZE = 50;
const MAX_NAME_LENGTH = 200;

/** Routes for listing and adding apps. */
export function appRoutes({ database }: DashboardContext): Route[] {
  const show = async (context: RequestContext, problems?: Problems): Promise<Page> => {
    const step = stepOf(context.query);
    const { rows, ...beside } = await listApps(database, step, PAGE_SIZE);
    const cells = rows.map(({ id, name, partner }) => [
      html`<a href="${path('apps', id)}">${name}</a>`,
      identifier(id),
      partner ? 'partner' : 'read-only',
    ]);
    const body = html`<h1>Apps</h1>
      ${problemSummary(problems)} ${table('Apps', ['Name', 'Id', 'Kind'], cells, 'No apps yet.')}
      ${pager(path('apps'), step, beside)} ${addition(context, problems)}`;
    return { title: 'Apps', section: 'apps', status: problems && 422, body };
  };

  const add: Route['handle'] = async (context) => {
    const { form } = context;
    const app = { id: text(form, 'id'), name: text(form, 'name'), partner: form.has('partner') };
    const errors = new FormErrors();
    const named = /^\P{Cc}+$/u.test(app.name) && app.name.length <= MAX_NAME_LENGTH;
    errors.require(named, 'name', `Enter a name of 1 to ${MAX_NAME_LENGTH} characters.`);
    errors.require(ID.test(app.id), 'id', 'Enter an id without spaces or non-ASCII characters, such as app_my_pos.');
    if (!errors.any)
      errors.require(await addAudited(context, app), 'id', `The id ${app.id} is already in use. Choose another.`);
    if (errors.any) return show(context, errors.problems);
    return { to: path('apps'), flash: { text: `${app.name} added. Merchants can now grant it access.` } };
  };

  const addAudited = ({ actor }: RequestContext, app: App) =>
    database.transaction(async (tx) => {
      const added = await addApp(tx, app);
      if (added) await addAudit(tx, actor, { what: 'app.added', subject: `app:${app.id}`, detail: app.name });
      return added;
    });

  return [
    { method: 'GET', path: '/apps', handle: (context) => show(context) },
    { method: 'POST', path: '/apps', handle: add },
  ];
}

function addition(context: RequestContext, problems?: Problems): Html {
  const { form } = context;
  const fields = html`${textField({ name: 'name', label: 'Name', value: form.get('name') ?? '', problems })}
    ${textField({ name: 'id', label: 'Id', hint: 'Cannot be changed later. For example: app_my_pos.', value: form.get('id') ?? '', problems })}
    ${checkboxes({
      name: 'partner',
      label: 'Kind',
      options: [{ value: 'true', label: 'Partner', hint: 'Only partner apps can write transactions.' }],
      chosen: form.getAll('partner'),
    })} <button class="primary">Add app</button>`;
  return html`<section aria-labelledby="new">
    <h2 id="new">Add an app</h2>
    ${postForm(context, path('apps'), fields)}
  </section>`;
}
