import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ServerFailure } from '#blocks/server-list/server-failure.tsx'
import { API_SCOPES } from '#domain/api-keys/api-key.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Samples, Table } from './api-parts.tsx'
import { SCOPE_WORDS } from './call-words.ts'
import { refusalCodes } from './read-fields.ts'
import { callsOf, useApiCalls } from './use-api-calls.ts'

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
          <li>{t`The owner opens Company, then API keys, and makes a key. It is shown only once.`}</li>
          <li>{t`Keep it on your server, never in an app or a web page that others can read.`}</li>
          <li>{t`Send it with every call in the header Authorization: Bearer.`}</li>
        </ol>
        {me ? <Samples name="auth.me" call={{ method: me.method, path: me.path }} /> : null}
      </section>
      <section className="card stack">
        <h2 className="section-title">{t`Test and live`}</h2>
        <p>{t`A key that begins with rsk_test_ makes receipts that do not count. A key that begins with rsk_live_ makes fiscal receipts. Each works only on its own server.`}</p>
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
        <p>{t`An answer that says Retry-After may pass: send the same again after that many seconds.`}</p>
      </section>
      <section className="card stack">
        <h2 className="section-title">{t`Limits and lists`}</h2>
        <p>{t`A key may read 120 times and write 60 times a minute. The headers RateLimit-Policy and RateLimit say what is left.`}</p>
        <p>{t`A list has 25 records, or up to 100 with limit. Ask for the next page with after and the value of next.`}</p>
        <p>{t`Amounts are in Tsh with at most 2 decimals, quantities with 3, percents with 2.`}</p>
      </section>
      <section className="card stack">
        <h2 className="section-title">{t`When a call is rejected`}</h2>
        <p>{t`The answer is application/problem+json with a code that does not change, and fields that say where.`}</p>
        {failure === undefined ? null : <ServerFailure code={failure} onRetry={reload} above />}
        <Table
          label={t`When a call is rejected`}
          head={[t`Code`, t`Status`, t`Meaning`]}
          rows={codes.map(({ code, status }) => ({
            id: code,
            cells: [<code key="code">{code}</code>, status, translate(errorMessage(code))],
          }))}
        />
      </section>
      <Link to="/developer/documentation/api/$page" params={{ page: 'invoice' }} className="link-button">
        {t`API: invoices`}
      </Link>
    </div>
  )
}
