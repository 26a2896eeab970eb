import type { Role } from '../../access/account.ts';
import { ROLES } from '../../settings/page.ts';
import { ACCOUNT_TEXTS } from '../../texts/page/account-texts.ts';
import { ROLE_NAMES } from '../../texts/page/role-names.ts';
import { USERS_TEXTS } from '../../texts/page/users-texts.ts';
import { fieldsOf } from '../checked-form.ts';
import { Problem } from '../problem.tsx';
import type { SignedInVisit, Visit } from '../visit.ts';

interface Access {
  readonly role: Role;
  /** Undefined for all. */
  readonly merchants: readonly string[] | undefined;
}

/** Fields for role and merchants. */
export function AccessFields({ visit, access }: { readonly visit: Visit; readonly access: Access }) {
  const { language } = visit;
  const texts = USERS_TEXTS[language];
  const { role, merchants } = access;
  return (
    <>
      <div class="field">
        <label for="role">{ACCOUNT_TEXTS[language].role}</label>
        <select id="role" name="role">
          {ROLES.map((one) => (
            <option value={one} selected={one === role}>
              {`${ROLE_NAMES[language][one].name} – ${ROLE_NAMES[language][one].about}`}
            </option>
          ))}
        </select>
      </div>
      <fieldset>
        <legend>{texts.limit}</legend>
        <p>
          <label>
            <input type="radio" name="limit" value="all" checked={merchants === undefined} /> {texts.all}
          </label>
        </p>
        <p>
          <label>
            <input type="radio" name="limit" value="some" checked={merchants !== undefined} /> {texts.some}
          </label>
        </p>
        <div class="field">
          <label for="merchants">{texts.perLine}</label>
          <textarea id="merchants" name="merchants" rows={3} dir="ltr" spellcheck={false}>
            {merchants?.join('\n') ?? ''}
          </textarea>
        </div>
      </fieldset>
    </>
  );
}

/** Role and merchants as the form gives them. Throws Problem for anything that the form does not offer. */
export async function accessOf(visit: SignedInVisit): Promise<Access> {
  const fields = await fieldsOf(visit);
  const role = ROLES.find((one) => one === fields.get('role'));
  const limit = fields.get('limit');
  if (role === undefined || (limit !== 'all' && limit !== 'some')) throw new Problem('invalid');
  if (limit === 'all') return { role, merchants: undefined };
  // Identifiers are kept as they are, also with a space at an end.
  const merchants = (fields.get('merchants') ?? '').split(/\r?\n/).filter((line) => line.trim() !== '');
  // An empty list must not become a user who sees everything.
  if (merchants.length === 0) throw new Problem('invalid', USERS_TEXTS[visit.language].noMerchant);
  return { role, merchants };
}
