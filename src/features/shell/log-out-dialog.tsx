import { Plural, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { type ComponentType, Suspense, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { useCan } from '#app-context/use-can.ts'
import { useSendResultMessage } from '#app-context/use-send-result-message.ts'
import { countUnsentKinds } from '#data/unsent-kinds.ts'
import { findValidGrant } from '#session/delivery-grant.ts'
import type { SendReport } from '#sync/send-report.ts'
import { usePorts } from '#ui/ports.ts'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { useAction } from '#ui/use-action.ts'

type Props = {
  readonly opened: boolean
  readonly onClose: () => void
  readonly unsentCopy: ComponentType<{ unsent: number }>
}

/** Whether this person may take unsent work out of the phone as a file: the owner (spec §6). */
function useMayExport(): boolean {
  const { company } = useAppContext()
  const can = useCan()
  return company !== null && can('queue.export', { companyId: company.id })
}

/** Logging out: unsent work is counted; it is sent first, kept on this phone, or saved as a file by the owner. */
export function LogOutDialog({ opened, onClose, unsentCopy: UnsentCopy }: Props) {
  const { t } = useLingui()
  const messageOf = useSendResultMessage('elsewhere')
  const mayExport = useMayExport()
  const [sendResult, setSendResult] = useState<SendReport | 'failed'>()
  const { account, db, sendNow, signOut } = useAppContext()
  const { clock } = usePorts()
  const navigate = useNavigate()
  const [sending, runSending] = useAction()
  const [leaving, runLeaving] = useAction()
  const unsent = useLiveQuery(() => countUnsentKinds(db), [db])
  // A worker with a valid grant continues to send; without one (or without workers) only the next login does.
  const granted = useLiveQuery(
    async () => 'serviceWorker' in navigator && (await findValidGrant(account, clock.now())) !== undefined,
    [account, clock],
  )
  const logOut = async () => {
    await signOut()
    await navigate({ to: '/login', replace: true })
  }
  const send = async () => {
    setSendResult(undefined)
    setSendResult(await sendNow().catch(() => 'failed' as const))
  }
  const { operations, files, stuck } = unsent ?? { operations: 0, files: 0, stuck: 0 }
  const waiting = operations + files + stuck
  const sentAlone = granted ? operations : 0
  const sentAtLogin = operations + files - sentAlone
  return (
    <Sheet opened={opened} onClose={onClose} title={t`Log out`} height="dialog">
      <div className="stack">
        {waiting > 0 ? (
          <>
            {sentAlone > 0 ? (
              <p>
                <Plural
                  value={sentAlone}
                  one="# record has not been sent. It stays on this phone and will be sent automatically the next time the app is opened with a connection, even after you log out."
                  other="# records have not been sent. They stay on this phone and will be sent automatically the next time the app is opened with a connection, even after you log out."
                />
              </p>
            ) : null}
            {sentAtLogin > 0 ? (
              <p>
                <Plural
                  value={sentAtLogin}
                  one="# record or photo has not been sent. It stays on this phone and will be sent when you log in again."
                  other="# records or photos have not been sent. They stay on this phone and will be sent when you log in again."
                />
              </p>
            ) : null}
            {stuck > 0 ? (
              <p>
                <Plural
                  value={stuck}
                  one="# record has not been sent. It stays on this phone and needs you: see Sending."
                  other="# records have not been sent. They stay on this phone and need you: see Sending."
                />
              </p>
            ) : null}
            <Button
              variant="light"
              onClick={() => void runSending(send)}
              loading={sending}
              disabled={leaving}
            >
              {t`Send now`}
            </Button>
            <p className="dim small" role="status" hidden={sendResult === undefined}>
              {sendResult === 'failed'
                ? t`Sending did not start. Check your connection and try again.`
                : sendResult
                  ? messageOf(sendResult)
                  : null}
            </p>
            {mayExport ? (
              <Suspense>
                <UnsentCopy unsent={waiting} />
              </Suspense>
            ) : null}
          </>
        ) : (
          <p>{t`Everything was sent. Nothing is waiting on this phone.`}</p>
        )}
        <div className="actions">
          <Button variant="default" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button onClick={() => void runLeaving(logOut)} loading={leaving} disabled={sending} data-autofocus>
            {waiting > 0 ? t`Log out, send later` : t`Log out`}
          </Button>
        </div>
      </div>
    </Sheet>
  )
}
