import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ServerFailure } from '#blocks/server-list/server-failure.tsx'
import { CLIENT_PATH } from '#contract/developer-endpoints.ts'
import { API_SCOPES } from '#domain/api-keys/api-key.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Code, Samples, Table } from './api-parts.tsx'
import { SCOPE_WORDS } from './call-words.ts'
import { callsOf } from './described-calls.ts'
import { refusalCodes } from './read-fields.ts'
import { CLIENT_SAMPLE, sampleCallOf } from './samples.ts'
import { useApiCalls } from './use-api-calls.ts'
import { WebhookCheck } from './webhook-check.tsx'
import { WebhookEvents } from './webhook-events.tsx'

/** How a program signs in to the public API: keys, rights, limits, repeats and refusals (spec §2). */
export function ApiAuthScreen() {
  const { t } = useLingui()
  const translate = useTranslate()
  const { value, failure, reload, loading } = useApiCalls()
  const codes = value === undefined ? [] : refusalCodes(callsOf(value))
  const me = value && callsOf(value).find(({ operationId }) => operationId === 'auth.me')
  return (
    <div className="page stack" aria-busy={loading}>
      <h1>{t`API: keys and calls`}</h1>
      <p>{t`Your own program can issue invoices through Risiti: an online shop, a till or an accounting system.`}</p>
      <section className="card stack">
        <h2 className="section-title">{t`The first call in five minutes`}</h2>
        <ol>
          <li>{t`The owner opens My company, then API keys, and makes a key. It is shown only once.`}</li>
          <li>{t`Keep it on your server, never in an app or a web page that others can read.`}</li>
          <li>{t`Send it with every call in the header Authorization: Bearer.`}</li>
        </ol>
      </section>
      <section className="card stack">
        <h2 className="section-title">{t`Test and live`}</h2>
        <p>{t`A key that begins with rsk_test_ works in a sandbox: a company of its own with an invented TIN, registered at a simulator of TRA. Its receipts are marked everywhere, do not count, and are in no report of your company. A key that begins with rsk_live_ issues receipts in the name of your company. Neither sees what the other does.`}</p>
      </section>
      <section className="card stack">
        <h2 className="section-title">{t`What a key may do`}</h2>
        <Table
          label={t`What a key may do`}
          head={[t`Right`, t`Meaning`]}
          rows={API_SCOPES.map((scope) => ({
            id: scope,
            cells: [<code key="scope">{scope}</code>, translate(SCOPE_WORDS[scope])],
          }))}
        />
      </section>
      <section className="card stack">
        <h2 className="section-title">{t`Sending again without doubling`}</h2>
        <p>{t`Every POST needs the header Idempotency-Key. Make it once for each sale and send it again with every repeat: after a lost answer you get the same invoice with the same number. Another content under the same key is rejected.`}</p>
        <p>{t`externalReference is the number that a sale has in your program; it names one invoice. It belongs to the key: a key that replaces another knows it, and one that is made new does not.`}</p>
        <p>{t`An answer that says Retry-After may pass: send the same again after that many seconds.`}</p>
      </section>
      <section className="card stack">
        <h2 className="section-title">{t`Notifications (webhooks)`}</h2>
        <p>{t`The owner adds an address under API keys. Check each message as Standard Webhooks 1.0 says, remember its webhook-id, and answer with 2xx within 15 seconds.`}</p>
        <p>{t`Each message says in mode whether it is live or a test: addresses of the sandbox get only tests, and the others none.`}</p>
        <WebhookEvents described={value?.webhooks ?? {}} />
        <WebhookCheck />
      </section>
      <section className="card stack">
        <h2 className="section-title">{t`Limits and lists`}</h2>
        <p>{t`A key may read 120 times and write 60 times a minute. The headers RateLimit-Policy and RateLimit say what is left.`}</p>
        <p>{t`The header Risiti-Version is the day of the rules that an answer follows. New fields make no new version: ignore those you do not know.`}</p>
        <p>{t`A list has 25 records, or up to 100 with limit. Ask for the next page with after and the value of next.`}</p>
        <p>{t`Amounts are in Tsh with at most 2 decimals, quantities with 3, percents with 2.`}</p>
      </section>
      <section className="card stack">
        <h2 className="section-title">{t`Client for TypeScript`}</h2>
        <p>{t`One file without dependencies. It knows every call and field, repeats after a lost answer under the same key, and checks notifications.`}</p>
        <p>
          <a href={CLIENT_PATH} download="risiti-client.ts" className="link-button">
            risiti-client.ts
          </a>
        </p>
        <Code label={t`Use of the client`}>{CLIENT_SAMPLE}</Code>
      </section>
      {me ? (
        <section className="card stack">
          <h2 className="section-title">{t`Sample`}</h2>
          <Samples call={sampleCallOf(me)} />
        </section>
      ) : null}
      <section className="card stack">
        <h2 className="section-title">{t`When a call is rejected`}</h2>
        <p>{t`The answer is application/problem+json with a code that does not change, and fields that say where.`}</p>
        {failure === undefined ? null : <ServerFailure code={failure} onRetry={reload} above />}
        <Table
          label={t`When a call is rejected`}
          head={[t`Code`, t`Status`, t`Meaning`, t`What your program does`]}
          rows={codes.map(({ code, status, passing }) => ({
            id: code,
            cells: [
              <code key="code">{code}</code>,
              status,
              translate(errorMessage(code)),
              passing ? t`Sends the same again later, under the same key` : t`Corrects the request first`,
            ],
          }))}
        />
      </section>
      <Link to="/developer/documentation/api/invoice" className="link-button">
        {t`API: invoices`}
      </Link>
    </div>
  )
}
