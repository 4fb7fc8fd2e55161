import { Button } from '@mantine/core'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { repairOf } from '#contract/repairs.ts'
import { queryText } from '#domain/permissions/read-query.ts'
import { REPAIR_NAMES } from '#i18n/repair-names.ts'
import { useSay } from '#i18n/use-say.ts'
import { useNewVersion } from '#ui/new-version.ts'
import { useDeed } from '../use-deed.ts'
import { useSendAndTell } from '../use-send-and-tell.ts'
import { useWorkplace } from '../workplace.ts'
import type { Subject } from './owed-work.ts'
import { useSyncPlace } from './sync-place.ts'
import { useFiscalDuty } from './use-fiscal-duty.ts'
import { useMend } from './use-mend.ts'

type Props = {
  readonly code: string
  readonly subject: Subject | undefined
  /** The refused operation; absent for a receipt that the authority refused, and for what stops everything. */
  readonly opId?: string
  readonly onDiscard?: () => void
  readonly onShowCause?: () => void
}

/** Where the record of an operation is mended: the field that was refused has the focus there. */
function placeToMend(subject: Subject): string {
  const { kind, id, invoice } = subject
  if (kind === 'cust') return `/customers?open=${id}`
  if (kind === 'prod') return `/products?open=${id}`
  if (kind === 'exp') return `/new-expense?expense=${id}`
  return `/${invoice?.status === 'draft' ? 'edit-invoice' : 'invoice'}/${id}`
}

/** The one touch that mends a refusal, by the table of repairs; nothing where no touch of this person would. */
export function RepairButton({ code, subject, opId, onDiscard, onShowCause }: Props) {
  const say = useSay()
  const navigate = useNavigate()
  const { href } = useLocation()
  const { leave: close } = useSyncPlace()
  const { leave } = useWorkplace()
  const sendAndTell = useSendAndTell()
  const update = useNewVersion((state) => state.update)
  const mend = useMend()
  const duty = useFiscalDuty()
  const [busy, run] = useDeed()
  const kind = repairOf(code)
  const name = REPAIR_NAMES[kind]
  if (name === null) return null
  const link = (to: string) => (
    <Button component={Link} to={to} onClick={close}>
      {say(name)}
    </Button>
  )
  const touch = (deed: () => Promise<unknown>) => (
    <Button loading={busy} onClick={() => void run(deed)}>
      {say(name)}
    </Button>
  )
  switch (kind) {
    case 'fix-field':
      return subject ? link(placeToMend(subject)) : null
    case 'see-record':
      return subject?.invoice ? link(`/invoice/${subject.id}`) : null
    case 'send-again':
      // Without an operation it is the account that was refused: all that waits is tried again.
      return touch(() => (opId === undefined ? sendAndTell() : mend.sendAgain(opId)))
    case 'keep-both':
      return opId === undefined ? null : touch(() => mend.keepBoth(opId))
    case 'discard':
      return onDiscard ? <Button onClick={onDiscard}>{say(name)}</Button> : null
    case 'mend-cause':
      return onShowCause ? <Button onClick={onShowCause}>{say(name)}</Button> : null
    case 'repair-receipt':
      return subject?.invoice ? touch(() => mend.repair(subject.id)) : null
    case 'resume-device':
      return duty ? touch(() => duty.resume()) : null
    case 'confirm-numbering':
      return duty?.held ? <Button onClick={duty.askForNumber}>{say(name)}</Button> : null
    case 'log-in':
      return touch(async () => {
        close()
        await leave()
        await navigate({ href: `/login${queryText([['next', href]])}` })
      })
    case 'update-app':
      return touch(async () => (update ? update() : window.location.reload()))
    case 'at-the-form':
      return null
    case 'send-now':
      return touch(sendAndTell)
  }
}
