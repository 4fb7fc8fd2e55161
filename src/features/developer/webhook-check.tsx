import { useLingui } from '@lingui/react/macro'
import { Button, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Icon } from '#ui/icon.tsx'
import { usePorts } from '#ui/ports.ts'
import { Code } from './api-parts.tsx'
import {
  checkSignature,
  exampleMessage,
  type ReceivedMessage,
  type SignatureSteps,
} from './check-signature.ts'

const EMPTY: ReceivedMessage = { secret: '', id: '', timestamp: '', signature: '', body: '' }

function Step({ passed, children }: { readonly passed: boolean; readonly children: string }) {
  return (
    <li>
      <Icon name={passed ? 'check' : 'alert'} /> <span>{children}</span>
    </li>
  )
}

function Steps({ steps }: { readonly steps: SignatureSteps }) {
  const { t } = useLingui()
  const { secretReadable, ageSeconds, fresh, signedContent, expected, matches } = steps
  return (
    <div className="stack" role="status">
      <ol>
        <Step passed={secretReadable}>
          {secretReadable ? t`The secret is readable` : t`The secret is not whsec_ with base64`}
        </Step>
        <Step passed={fresh}>
          {ageSeconds === null
            ? t`webhook-timestamp is no number of seconds`
            : fresh
              ? t`Age of the message: ${ageSeconds} s`
              : t`Age of the message: ${ageSeconds} s. More than 300 s is rejected`}
        </Step>
        <Step passed={matches}>
          {matches ? t`The signature fits` : t`No signature in webhook-signature fits`}
        </Step>
      </ol>
      <Code label={t`What is signed`}>{signedContent}</Code>
      {expected === '' ? null : <Code label={t`The signature it must have`}>{expected}</Code>}
    </div>
  )
}

/** Shows each step of the check of a received message. Nothing of it leaves the page. */
export function WebhookCheck() {
  const { t } = useLingui()
  const { clock, newId } = usePorts()
  const [message, setMessage] = useState(EMPTY)
  const [steps, setSteps] = useState<SignatureSteps>()
  const change = (part: Partial<ReceivedMessage>) => {
    setSteps(undefined)
    setMessage({ ...message, ...part })
  }
  const fill = async () => {
    setMessage(await exampleMessage(newId(), clock.now()))
    setSteps(undefined)
  }
  const field = (name: 'id' | 'timestamp' | 'signature') => ({
    label: `webhook-${name}`,
    autoCapitalize: 'none',
    value: message[name],
    onChange: ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) =>
      change({ [name]: value }),
  })
  return (
    <details>
      <summary>{t`Check a message`}</summary>
      <div className="stack">
        <p className="dim">{t`What you enter stays on this page.`}</p>
        <TextInput
          label={t`The secret`}
          placeholder="whsec_…"
          autoComplete="off"
          value={message.secret}
          onChange={({ currentTarget: { value } }) => change({ secret: value })}
        />
        <TextInput {...field('id')} />
        <TextInput {...field('timestamp')} />
        <TextInput {...field('signature')} />
        <Textarea
          label={t`Content as it arrived`}
          autosize
          minRows={2}
          spellCheck={false}
          value={message.body}
          onChange={({ currentTarget: { value } }) => change({ body: value })}
        />
        <div className="actions">
          <Button onClick={() => void checkSignature(message, clock.now()).then(setSteps)}>{t`Check`}</Button>
          <Button variant="default" onClick={() => void fill()}>{t`Fill in an example`}</Button>
        </div>
        {steps ? <Steps steps={steps} /> : null}
      </div>
    </details>
  )
}
