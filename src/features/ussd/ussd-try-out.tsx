import { useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { ZERO_CENTS } from '#domain/money/cents.ts'
import { draftTotal } from '#domain/ussd/ussd-draft.ts'
import { answerUssd, openUssd } from '#domain/ussd/ussd-machine.ts'
import { ussdEndText, ussdScreen } from '#domain/ussd/ussd-screens.ts'
import type { UssdEnd, UssdFacts, UssdState, UssdStep } from '#domain/ussd/ussd-state.ts'

type Shown = { readonly text: string; readonly state: UssdState | undefined }

/** What would follow, with example figures: nothing is sent. */
function endOf({ effect, state }: Extract<UssdStep, { kind: 'effect' }>): UssdEnd {
  if (effect.do === 'save-draft') return { end: 'draft' }
  if (effect.do === 'drop') return { end: 'dropped' }
  const opens = effect.do === 'check-pin' ? effect.opens : 'today'
  if (opens === 'submit' && state.draft)
    return { end: 'done', code: 'ABC12345', total: draftTotal(state.draft) }
  const figures = { count: 0, total: ZERO_CENTS, vat: ZERO_CENTS, waiting: 0, canceled: 0 }
  return { end: 'today', today: { day: '01-12-2026', ...figures } }
}

/** The menus to click through on this page: the same rules as on the phone, with an example shop. */
export function UssdTryOut({ dial }: { readonly dial: string }) {
  const { t, i18n } = useLingui()
  const [input, setInput] = useState('')
  const facts: UssdFacts = {
    language: i18n.locale === 'sw' ? 'sw' : 'en',
    company: 'Duka la Mfano',
    vatRegistered: false,
    products: [
      { id: 'sugar', name: 'Sukari', taxType: 'standard' },
      { id: 'rice', name: 'Mchele', taxType: 'standard' },
    ],
    ...{ receipts: [], last: null },
    vatOf: () => ZERO_CENTS,
    isRepeated: () => false,
    ...{ dial, helpPhone: '-', guide: '/ussd' },
  }
  const first: Shown = { text: ussdScreen(openUssd('main'), facts), state: openUssd('main') }
  const [shown, setShown] = useState<Shown>(first)
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (shown.state === undefined) return
    const step = answerUssd(shown.state, input, facts, () => 'example')
    setInput('')
    if (step.kind === 'show') {
      setShown({ text: ussdScreen(step.state, facts, step.wrong), state: step.state })
      return
    }
    const end = step.kind === 'end' ? step.end : endOf(step)
    setShown({ text: ussdEndText(end, facts.language, facts), state: undefined })
  }
  return (
    <section className="card stack">
      <h2 className="section-title">{t`Try it here`}</h2>
      <p className="dim">{t`An example shop. Nothing is sent; any PIN of 4 digits works.`}</p>
      <p role="status" style={{ whiteSpace: 'pre-line' }}>
        {shown.text}
      </p>
      {shown.state ? (
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
        <Button variant="default" onClick={() => setShown(first)}>{t`Dial again`}</Button>
      )}
    </section>
  )
}
