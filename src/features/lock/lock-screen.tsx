import { Plural, useLingui } from '@lingui/react/macro'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { usePinRefusalMessage } from '#app-context/use-pin-refusal-message.ts'
import { useRoleName } from '#app-context/use-role-name.ts'
import { PIN_LENGTH } from '#domain/pin/pin-rule.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import type { DeviceUser } from '#session/device-users.ts'
import { EntryTop } from '#ui/entry-top.tsx'
import { Icon } from '#ui/icon.tsx'
import classes from './lock.module.css'
import { PinPad } from './pin-pad.tsx'
import { type TryUnlock, useUnlock } from './use-unlock.ts'

type Props = {
  readonly people: readonly DeviceUser[]
  /** Id of the person who was chosen before; else the last one who used this phone. */
  readonly chosen: string | undefined
  readonly onUnlock: TryUnlock
  /** Loads what the next screen needs, while the PIN is typed. */
  readonly onReady: () => void
  readonly onDone: (person: DeviceUser) => Promise<void>
  /** To the login form; `ended` when the PIN was tried too often. */
  readonly onPassword: (person: DeviceUser | undefined, ended: boolean) => Promise<void>
}

/** The locked phone: the user types the PIN and continues where they were, with or without a connection. */
export function LockScreen({ people, chosen, onUnlock, onReady, onDone, onPassword }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const pinRefusalMessage = usePinRefusalMessage()
  const roleName = useRoleName()
  const locked = people.filter(({ signInMethod: way }) => way === 'pin')
  const [id, setId] = useState(chosen)
  const [pin, setPin] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const { busy, refused, waitSeconds, tryPin, forget } = useUnlock(onUnlock)
  const person = locked.find((one) => one.id === id) ?? locked[0]
  useEffect(() => onReady(), [onReady])
  useEffect(() => field.current?.focus(), [])
  // With many users, scroll to the chosen one.
  useEffect(() => {
    document.querySelector(`#person-${person?.id}`)?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [person?.id])
  if (!person) return null
  const unlock = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (busy || waitSeconds > 0 || pin.length < PIN_LENGTH.min) return
    const outcome = await tryPin(person.id, pin)
    setPin('')
    if (outcome.kind === 'unlocked') await onDone(person)
    else if (outcome.kind === 'refused' && outcome.code === 'PIN_ENDED') await onPassword(person, true)
  }
  const choose = (next: DeviceUser) => {
    if (next.signInMethod !== 'pin') {
      void onPassword(next, false)
      return
    }
    forget()
    setPin('')
    setId(next.id)
    field.current?.focus()
  }
  const { name, username, userType, companyName, unsent } = person
  const shownName = name === '' ? username : name
  return (
    <main className={`entry ${classes.screen}`}>
      <EntryTop />
      {people.length > 1 ? (
        <fieldset className={classes.people} aria-label={t`Who is using this phone?`}>
          {people.map((one) => (
            <button
              key={one.id}
              id={`person-${one.id}`}
              type="button"
              className={classes.one}
              aria-pressed={one.id === person.id}
              disabled={busy}
              onClick={() => choose(one)}
            >
              <Icon name={one.signInMethod === 'pin' ? 'lock' : 'key'} size={16} />
              {one.name === '' ? one.username : one.name}
            </button>
          ))}
        </fieldset>
      ) : null}
      <form className={classes.form} onSubmit={unlock}>
        <div className={classes.who}>
          <h1>{shownName}</h1>
          <p className={classes.facts}>
            {[userType ? roleName(userType) : '', companyName].filter((fact) => fact).join(' · ')}
          </p>
          {unsent > 0 ? (
            <p className={classes.facts}>
              <Plural
                value={unsent}
                one="# record waiting on this phone"
                other="# records waiting on this phone"
              />
            </p>
          ) : null}
        </div>
        <div className={`field ${classes.pin}`}>
          <input
            aria-label={t`PIN of ${shownName}`}
            ref={field}
            type="password"
            inputMode="none"
            autoComplete="off"
            maxLength={PIN_LENGTH.max}
            placeholder={t`Your PIN`}
            value={pin}
            readOnly={busy || waitSeconds > 0}
            onChange={(event) => setPin(event.currentTarget.value.replaceAll(/\D/g, ''))}
            aria-invalid={refused !== undefined}
            aria-describedby="pin-answer"
          />
        </div>
        <p className={classes.answer} id="pin-answer" role="alert">
          {refused === undefined
            ? null
            : refused.code === 'DEVICE_STORAGE'
              ? translate(errorMessage('DEVICE_STORAGE_BROKEN'))
              : pinRefusalMessage(refused)}
          {waitSeconds > 0 ? <span aria-live="off"> {t`Try again in ${waitSeconds} s.`}</span> : null}
        </p>
        <PinPad pin={pin} onChange={setPin} disabled={busy || waitSeconds > 0} />
      </form>
      <div className={classes.ways}>
        <button type="button" className={classes.way} onClick={() => void onPassword(person, false)}>
          {t`Use the password`}
        </button>
        <button type="button" className={classes.way} onClick={() => void onPassword(undefined, false)}>
          {t`Somebody else`}
        </button>
      </div>
    </main>
  )
}
