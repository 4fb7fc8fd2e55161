import { useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { answerExample, openExample } from './example-call.ts'

/** The menus to click through on this page: the same rules as on the phone, with an example shop. */
export function UssdTryOut({ dial }: { readonly dial: string }) {
  const { t, i18n } = useLingui()
  const [input, setInput] = useState('')
  const [call, setCall] = useState(() => openExample(i18n.locale === 'sw' ? 'sw' : 'en', dial))
  const send = (event: FormEvent) => {
    event.preventDefault()
    setInput('')
    setCall(answerExample(call, input, dial))
  }
  return (
    <section className="card stack">
      <h2 className="section-title">{t`Try it here`}</h2>
      <p className="dim">{t`An example shop. Nothing is sent; any PIN of 4 digits works.`}</p>
      <p role="status" style={{ whiteSpace: 'pre-line' }}>
        {call.text}
      </p>
      {call.state ? (
        <form className="stack" onSubmit={send}>
          <TextInput
            label={t`Answer`}
            value={input}
            onChange={(event) => setInput(event.currentTarget.value)}
            autoComplete="off"
          />
          <Button type="submit">{t`Send`}</Button>
        </form>
      ) : (
        <Button
          variant="default"
          onClick={() => setCall(openExample(call.language, dial))}
        >{t`Dial again`}</Button>
      )}
    </section>
  )
}
