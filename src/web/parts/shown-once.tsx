import { htmlPage } from '../html-page.ts';
import { once } from '../sent-forms.ts';
import type { SignedInVisit } from '../visit.ts';
import { Frame } from './frame.tsx';

interface Secret {
  readonly title: string;
  /** Whose or what the secret is. */
  readonly label: string;
  readonly secret: string;
  readonly hint: string;
  readonly usage?: { readonly label: string; readonly command: string };
  readonly links: ReadonlyArray<{ readonly href: string; readonly label: string }>;
}

/**
 * Carries out a form that makes a secret, and shows it in the answer, since an address must not have it. Whoever sends the
 * form again is led to another page: the secret is not kept.
 */
export async function shownOnce(
  visit: SignedInVisit,
  after: string,
  work: () => Promise<Secret>,
): Promise<Response> {
  let made: Secret | undefined;
  const answer = await once(visit, async () => {
    made = await work();
    return after;
  });
  if (made === undefined) return answer;
  const { title, label, secret, hint, usage, links } = made;
  visit.context.header('Location', undefined);
  return htmlPage(
    visit.context,
    <Frame visit={visit} title={title}>
      <div class="notice good" role="status">
        <p>
          <bdi>{label}</bdi>
        </p>
        <p>
          <code class="secret">
            <bdi dir="ltr">{secret}</bdi>
          </code>
        </p>
        <p>{hint}</p>
      </div>
      {usage === undefined ? null : (
        <>
          <p>{usage.label}</p>
          <p>
            <code>
              <bdi dir="ltr">{usage.command}</bdi>
            </code>
          </p>
        </>
      )}
      <p class="actions">
        {links.map(({ href, label: text }) => (
          <a class="button quiet" href={href}>
            {text}
          </a>
        ))}
      </p>
    </Frame>,
  );
}
