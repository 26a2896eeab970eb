import { DEFAULT_DAYS, type ListedToken, MOST_DAYS } from '../../access/tokens.ts';
import { instantOfText, secondsBetween } from '../../normalise/instant.ts';
import { ACCOUNT_TEXTS } from '../../texts/page/account-texts.ts';
import { Form } from '../parts/form.tsx';
import { Moment } from '../parts/moment.tsx';
import { ScrolledTable } from '../parts/table.tsx';
import type { SignedInVisit } from '../visit.ts';

interface TokensProps {
  readonly visit: SignedInVisit;
  readonly tokens: readonly ListedToken[];
}

/** The access tokens of the visitor, with forms to make one and to revoke one. */
export function AccessTokens({ visit, tokens }: TokensProps) {
  const texts = ACCOUNT_TEXTS[visit.language];
  return (
    <section>
      <h2 id="tokens">{texts.tokens}</h2>
      <p>{texts.tokensHint}</p>
      {tokens.length === 0 ? null : <TokenTable visit={visit} tokens={tokens} />}
      <Form visit={visit} action="/account/tokens">
        <div class="field">
          <label for="token-name">{texts.tokenName}</label>
          <input id="token-name" name="name" required maxlength={64} autocomplete="off" dir="auto" />
        </div>
        <div class="field">
          <label for="token-days">{texts.days}</label>
          <input
            id="token-days"
            name="days"
            type="number"
            min={1}
            max={MOST_DAYS}
            value={DEFAULT_DAYS}
            required
          />
        </div>
        <button type="submit">{texts.make}</button>
      </Form>
    </section>
  );
}

function TokenTable({ visit, tokens }: TokensProps) {
  const texts = ACCOUNT_TEXTS[visit.language];
  return (
    <ScrolledTable
      label={texts.tokens}
      headings={[texts.name, texts.made, texts.ends, texts.lastUsed, texts.state]}
    >
      {tokens.map((token) => (
        <tr>
          <th scope="row">
            <bdi>{token.name}</bdi>
          </th>
          <td>
            <Moment at={token.createdAt} zone="UTC" visit={visit} />
          </td>
          <td>
            <Moment at={token.expiresAt} zone="UTC" visit={visit} />
          </td>
          <td>
            {token.lastUsedAt === undefined ? (
              texts.never
            ) : (
              <Moment at={token.lastUsedAt} zone="UTC" visit={visit} />
            )}
          </td>
          <td>
            <TokenState visit={visit} token={token} />
          </td>
        </tr>
      ))}
    </ScrolledTable>
  );
}

function TokenState({ visit, token }: { readonly visit: SignedInVisit; readonly token: ListedToken }) {
  const texts = ACCOUNT_TEXTS[visit.language];
  if (token.revokedAt !== undefined) return <>{texts.revoked}</>;
  if (secondsBetween(visit.now(), instantOfText(token.expiresAt)) <= 0) return <>{texts.expired}</>;
  return (
    <div class="actions">
      <span class="badge good">{texts.valid}</span>
      <Form visit={visit} action={`/account/tokens/${token.tokenId}/revoke`}>
        <button type="submit" class="quiet" aria-label={texts.revokeOf(token.name)}>
          {texts.revoke}
        </button>
      </Form>
    </div>
  );
}
