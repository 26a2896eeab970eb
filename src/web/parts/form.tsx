import { randomUUID } from 'node:crypto';
import type { Child } from 'hono/jsx';
import { FORM_ID, FORM_RETURN, FORM_TOKEN } from '../checked-form.ts';
import type { Visit } from '../visit.ts';

interface FormProps {
  readonly visit: Pick<Visit, 'formToken'>;
  readonly action: string;
  readonly id?: string;
  readonly class?: string;
  /** Where to go after signing in again, if the session has ended when the form is sent. */
  readonly returnTo?: string;
  readonly children?: Child;
}

/** A form that changes something: tied to the session, and carried out once however often it is sent. */
export function Form({ visit, action, id, class: name, returnTo, children }: FormProps) {
  return (
    <form method="post" action={action} id={id} class={name}>
      <input type="hidden" name={FORM_TOKEN} value={visit.formToken ?? ''} />
      <input type="hidden" name={FORM_ID} value={randomUUID()} />
      {returnTo === undefined ? null : <input type="hidden" name={FORM_RETURN} value={returnTo} />}
      {children}
    </form>
  );
}
