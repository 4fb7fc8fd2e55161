import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ServerFailure } from '#blocks/server-list/server-failure.tsx'
import { useTranslate } from '#i18n/use-translate.ts'
import { FieldTable, Path, Samples } from './api-parts.tsx'
import { CALL_WORDS } from './call-words.ts'
import { type ApiCall, callsOf } from './described-calls.ts'
import classes from './developer.module.css'
import { answerFields, inputFields } from './read-fields.ts'
import { sampleCallOf } from './samples.ts'
import { TryCall } from './try-call.tsx'
import { useApiCalls } from './use-api-calls.ts'

const WORDS: Readonly<Record<string, (typeof CALL_WORDS)[keyof typeof CALL_WORDS]>> = CALL_WORDS

function CallCard({ call, apiKey }: { readonly call: ApiCall; readonly apiKey: string }) {
  const { t } = useLingui()
  const translate = useTranslate()
  const { operationId: name, method, path, summary } = call
  const words = WORDS[name]
  const right = call['x-scope']
  return (
    <section className={`card stack ${classes.card}`} id={name} aria-labelledby={`${name}-title`}>
      <h2 className="section-title" id={`${name}-title`} translate="no">
        <code>
          {method} <Path path={path} />
        </code>
      </h2>
      <p>{words ? translate(words) : summary}</p>
      <p className="dim">
        {t`Right of the key:`} <code>{right ?? '–'}</code>
      </p>
      <details>
        <summary>{t`What you send`}</summary>
        <FieldTable id={`${name}-in`} label={t`What you send to ${name}`} fields={inputFields(call)} />
      </details>
      <details>
        <summary>{t`What you get`}</summary>
        <FieldTable id={`${name}-out`} label={t`What you get from ${name}`} fields={answerFields(call)} />
      </details>
      <details>
        <summary>{t`Sample`}</summary>
        <Samples call={sampleCallOf(call)} />
      </details>
      <details>
        <summary>{t`Try it`}</summary>
        <TryCall call={call} apiKey={apiKey} />
      </details>
    </section>
  )
}

/** Every call of the public API with its fields, answers and samples, from the description of the server (spec §2). */
export function ApiInvoiceScreen() {
  const { t } = useLingui()
  const { value, failure, reload, loading } = useApiCalls()
  // Only here: a key is never stored on the phone.
  const [apiKey, setApiKey] = useState('')
  return (
    <div className="page stack" aria-busy={loading}>
      <h1>{t`API: invoices`}</h1>
      <p>{t`A draft can be changed. Once it is submitted it has its number and its code for ever, and TRA confirms it: its status goes from submitted to issued. When TRA does not accept it, attention says why; the number stays.`}</p>
      <p className={classes.links}>
        <Link to="/developer/documentation/api/auth" className="link-button">
          {t`API: keys and calls`}
        </Link>
        <a href="/v1/accounting/public/openapi.json" className="link-button">
          OpenAPI 3.1
        </a>
      </p>
      <section className="card stack">
        <h2 className="section-title">{t`Try the calls here`}</h2>
        <p>{t`With a test key every call below can be tried on this page. The key is forgotten when you leave it.`}</p>
        <TextInput
          label={t`Test key`}
          type="password"
          placeholder="rsk_test_…"
          autoComplete="off"
          value={apiKey}
          onChange={({ currentTarget: { value: typed } }) => setApiKey(typed.trim())}
          error={
            apiKey.startsWith('rsk_live_') ? t`Use a test key: what is tried here must not count.` : null
          }
        />
      </section>
      {failure === undefined ? null : (
        <ServerFailure code={failure} onRetry={reload} above={value !== undefined} />
      )}
      {value === undefined
        ? null
        : callsOf(value).map((call) => <CallCard key={call.operationId} call={call} apiKey={apiKey} />)}
    </div>
  )
}
