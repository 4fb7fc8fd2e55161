import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type SyntheticEvent, useEffect, useId, useRef, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { usePinRefusalMessage } from '#app-context/use-pin-refusal-message.ts'
import { isPin, PIN_LENGTH } from '#domain/pin/pin-rule.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import type { PinChanged } from '#session/set-pin.ts'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { useAction } from '#ui/use-action.ts'

export type PinTask = 'set' | 'change' | 'remove'

type Field = 'current' | 'pin' | 'again'
type Refused = Exclude<PinChanged, { readonly kind: 'changed' }>

const FIELDS: Record<PinTask, readonly Field[]> = {
  set: ['pin', 'again'],
  change: ['current', 'pin', 'again'],
  remove: ['current'],
}

/** The field at which a refusal is shown. */
function fieldOf(refused: Refused): Field {
  if (refused.kind === 'refused') return 'current'
  return refused.code === 'PIN_MISMATCH' ? 'again' : 'pin'
}

type Shown = { readonly refused: Refused; readonly at: Field }

type Props = { readonly task: PinTask; readonly onClose: () => void; readonly onDone: () => void }

/** Sets, changes or removes the PIN. Needs no connection. */
export function PinSheet({ task, onClose, onDone }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const refusalMessage = usePinRefusalMessage()
  const fieldId = useId()
  const navigate = useNavigate()
  const { account, pin: loadPin } = useAppContext()
  const [form, setForm] = useState({ current: '', pin: '', again: '' })
  const [shown, setShown] = useState<Shown>()
  const [broken, setBroken] = useState(false)
  const [busy, run] = useAction()
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (shown) element.current?.querySelector<HTMLInputElement>(`[name="${shown.at}"]`)?.focus()
  }, [shown])
  const title = { set: t`Set a PIN`, change: t`Change the PIN`, remove: t`Remove the PIN` }[task]
  const labels = { current: t`Current PIN`, pin: t`New PIN`, again: t`Repeat the new PIN` }
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    setBroken(false)
    if (FIELDS[task].includes('current') && !isPin(form.current)) {
      // Not counted as an attempt: it cannot be the PIN.
      setShown({ refused: { kind: 'refused-new', code: 'PIN_FORM' }, at: 'current' })
      return
    }
    const outcome = await run(() => (task === 'remove' ? remove() : set()).catch(() => undefined))
    if (outcome === undefined) setBroken(true)
    else if (outcome.kind === 'changed') onDone()
    else if (outcome.code === 'PIN_ENDED') {
      await navigate({ to: '/login', search: { by: 'password', person: account.id, why: 'pin-ended' } })
    } else setShown({ refused: outcome, at: fieldOf(outcome) })
  }
  const set = async () => (await loadPin()).set(form)
  const remove = async () => (await loadPin()).remove(form.current)
  return (
    <Sheet title={title} opened onClose={onClose} height="auto">
      <form className="stack" onSubmit={submit} noValidate ref={element}>
        {task === 'remove' ? null : (
          <p className="dim">
            {t`4 to 6 digits that are hard to guess. If you forget it, log in with your password; nothing is lost.`}
          </p>
        )}
        {broken ? (
          <p className="notice" data-tone="bad" role="alert">
            {translate(errorMessage('DEVICE_STORAGE_BROKEN'))}
          </p>
        ) : null}
        {FIELDS[task].map((name, place) => (
          <div className="field" key={name}>
            <label htmlFor={`${fieldId}${name}`}>{labels[name]}</label>
            <input
              id={`${fieldId}${name}`}
              name={name}
              type="password"
              inputMode="numeric"
              autoComplete="off"
              maxLength={PIN_LENGTH.max}
              {...(place === 0 ? { 'data-autofocus': true } : {})}
              value={form[name]}
              onChange={(event) =>
                setForm({ ...form, [name]: event.currentTarget.value.replaceAll(/\D/g, '') })
              }
              aria-invalid={shown?.at === name}
              aria-describedby={shown?.at === name ? `${fieldId}error` : undefined}
            />
            {shown?.at === name ? (
              <span className="field-error" id={`${fieldId}error`} role="alert">
                {refusalMessage(shown.refused)}
              </span>
            ) : null}
          </div>
        ))}
        <div className="actions">
          <Button variant="default" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button type="submit" loading={busy} {...(task === 'remove' ? { 'data-tone': 'grave' } : {})}>
            {title}
          </Button>
        </div>
      </form>
    </Sheet>
  )
}
