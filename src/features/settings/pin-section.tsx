import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Button, NativeSelect } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import { Suspense, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import type { AccountDatabase } from '#data/account-database.ts'
import { findMeta } from '#data/meta.ts'
import { IDLE_MINUTES, isIdleMinutes } from '#domain/pin/idle-rule.ts'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { useToasts } from '#ui/toast/toast-store.ts'
import type { PinTask } from './pin-sheet.tsx'
import { Section } from './section.tsx'

const PinSheet = lazyComponent(async () => (await import('./pin-sheet.tsx')).PinSheet)

type PinSettings = { readonly idleMinutes: number | null }

/** What was read last: the section has another height with a PIN, so it must not begin without knowing. */
const known = new WeakMap<AccountDatabase, PinSettings>()

async function readPin(db: AccountDatabase): Promise<PinSettings> {
  const read = { idleMinutes: (await findMeta(db, 'pin'))?.idleMinutes ?? null }
  known.set(db, read)
  return read
}

/** Reads before the screen opens whether there is a PIN; what cannot be read is said by other parts of the screen. */
export async function preparePin(db: AccountDatabase): Promise<void> {
  await readPin(db).catch(() => undefined)
}

/** The PIN of this person on this phone, and when the phone locks for them. */
export function PinSection() {
  const { t } = useLingui()
  const { db, pin } = useAppContext()
  const show = useToasts((state) => state.show)
  const pinSettings = useLiveQuery(() => readPin(db), [db], known.get(db))
  const [task, setTask] = useState<PinTask | null>(null)
  const idleMinutes = pinSettings?.idleMinutes ?? null
  const choose = async (text: string) => {
    const minutes = Number(text)
    if (isIdleMinutes(minutes)) await (await pin()).chooseIdle(minutes)
  }
  const done = (finished: PinTask) => {
    setTask(null)
    show({ tone: 'good', text: finished === 'remove' ? t`The PIN is removed` : t`The PIN is set` })
  }
  return (
    <Section id="pin" icon="lock" title={t`PIN`}>
      {idleMinutes === null ? (
        <>
          <p className="dim" aria-busy={pinSettings === undefined}>
            {t`With a PIN this phone locks automatically, and you can log in again without a password or a connection. Your cart and unsent records are kept.`}
          </p>
          <Button disabled={pinSettings === undefined} onClick={() => setTask('set')}>{t`Set a PIN`}</Button>
        </>
      ) : (
        <>
          <NativeSelect
            label={t`Lock automatically when not used`}
            value={String(idleMinutes)}
            onChange={(event) => void choose(event.currentTarget.value)}
            data={IDLE_MINUTES.map((minutes) => ({
              value: String(minutes),
              label: t`${plural(minutes, { one: 'After # minute', other: 'After # minutes' })}`,
            }))}
          />
          <Button onClick={async () => void (await pin()).lock()}>{t`Lock now`}</Button>
          <div className="actions">
            <Button variant="default" onClick={() => setTask('change')}>{t`Change the PIN`}</Button>
            <Button variant="default" onClick={() => setTask('remove')}>{t`Remove the PIN`}</Button>
          </div>
        </>
      )}
      {task ? (
        <Suspense>
          <PinSheet task={task} onClose={() => setTask(null)} onDone={() => done(task)} />
        </Suspense>
      ) : null}
    </Section>
  )
}
