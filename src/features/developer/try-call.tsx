import { useLingui } from '@lingui/react/macro'
import { Button, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { usePorts } from '#ui/ports.ts'
import { useAction } from '#ui/use-action.ts'
import { Code } from './api-parts.tsx'
import type { ApiCall } from './described-calls.ts'
import { sampleCallOf } from './samples.ts'
import { sendCall, type TriedAnswer } from './send-call.ts'

/** A form that makes one call with a test key. Sending again repeats it under the same idempotency key. */
export function TryCall({ call, apiKey }: { readonly call: ApiCall; readonly apiKey: string }) {
  const { t } = useLingui()
  const { newId } = usePorts()
  const fields = call.parameters.filter(({ in: place }) => place !== 'header')
  const hasBody = call.requestBody !== undefined
  const [values, setValues] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(fields.map(({ name, example }) => [name, example ?? ''])),
  )
  const [body, setBody] = useState(() => JSON.stringify(sampleCallOf(call).body ?? {}, null, 2))
  const [idempotencyKey, setIdempotencyKey] = useState(newId)
  const [answer, setAnswer] = useState<TriedAnswer>()
  const [failed, setFailed] = useState(false)
  const [busy, run] = useAction()
  const send = async () => {
    const came = await run(() => sendCall(call, apiKey, { values, body, idempotencyKey }))
    setFailed(came === undefined)
    setAnswer(came)
  }
  return (
    <div className="stack">
      {fields.map(({ name, required }) => (
        <TextInput
          key={name}
          label={name}
          withAsterisk={required}
          autoCapitalize="none"
          value={values[name] ?? ''}
          onChange={({ currentTarget: { value } }) => setValues({ ...values, [name]: value.trim() })}
        />
      ))}
      {hasBody ? (
        <>
          <Textarea
            label={t`Content (JSON)`}
            autosize
            minRows={2}
            spellCheck={false}
            value={body}
            onChange={({ currentTarget: { value } }) => setBody(value)}
          />
          <TextInput
            label="Idempotency-Key"
            description={t`Sent again under the same key, it is done once.`}
            value={idempotencyKey}
            onChange={({ currentTarget: { value } }) => setIdempotencyKey(value.trim())}
          />
        </>
      ) : null}
      <div className="actions">
        <Button loading={busy} disabled={!apiKey.startsWith('rsk_test_')} onClick={() => void send()}>
          {t`Send the call`}
        </Button>
        {hasBody ? (
          <Button variant="default" onClick={() => setIdempotencyKey(newId())}>{t`New key`}</Button>
        ) : null}
      </div>
      {apiKey.startsWith('rsk_test_') ? null : <p className="dim">{t`Enter your test key above first.`}</p>}
      <div role="status">
        {failed ? <p>{t`No answer came. Send the same again.`}</p> : null}
        {answer ? (
          <Code label={t`Answer to ${call.operationId}`}>
            {`HTTP ${answer.status}\n${answer.headers}\n\n${answer.text}`}
          </Code>
        ) : null}
      </div>
    </div>
  )
}
