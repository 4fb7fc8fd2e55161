import { Button } from '@mantine/core'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useAppContext } from '#app-context/app-context.ts'
import { useSendNowWithToast } from '#app-context/use-send-now-with-toast.ts'
import { resolutionOf } from '#contract/resolutions.ts'
import { queryText } from '#domain/permissions/read-query.ts'
import { RESOLUTION_NAMES } from '#i18n/resolution-names.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useNewVersion } from '#ui/new-version.ts'
import { useAction } from '#ui/use-action.ts'
import type { Subject } from './pending-operations.ts'
import { useSyncContainer } from './sync-container.ts'
import { useFiscalDevice } from './use-fiscal-device.ts'
import { useResolution } from './use-resolution.ts'

type Props = {
  readonly code: string
  readonly subject: Subject | undefined
  /**
   * The refused operation; absent for a receipt that the authority refused, and for a refusal of the whole account.
   */
  readonly opId?: string
  readonly onDiscard?: () => void
  readonly onShowCause?: () => void
}

/** Where the record of an operation is corrected; the refused field gets the focus there. */
function resolutionPath(subject: Subject): string {
  const { kind, id, invoice } = subject
  if (kind === 'cust') return `/customers?open=${id}`
  if (kind === 'prod') return `/products?open=${id}`
  if (kind === 'vend') return `/vendors?open=${id}`
  if (kind === 'cat') return `/expense-categories?open=${id}`
  if (kind === 'exp') return `/new-expense?expense=${id}`
  return `/${invoice?.status === 'draft' ? 'edit-invoice' : 'invoice'}/${id}`
}

/** The one button that resolves a refusal, by `RESOLUTIONS`; nothing where this person cannot resolve it. */
export function ResolveButton({ code, subject, opId, onDiscard, onShowCause }: Props) {
  const translate = useTranslate()
  const navigate = useNavigate()
  const { href } = useLocation()
  const { close } = useSyncContainer()
  const { signOut } = useAppContext()
  const sendNowWithToast = useSendNowWithToast()
  const update = useNewVersion((state) => state.update)
  const resolution = useResolution()
  const device = useFiscalDevice()
  const [busy, run] = useAction()
  const kind = resolutionOf(code)
  const name = RESOLUTION_NAMES[kind]
  if (name === null) return null
  const link = (to: string) => (
    <Button component={Link} to={to} onClick={close}>
      {translate(name)}
    </Button>
  )
  const actionButton = (action: () => Promise<unknown>) => (
    <Button loading={busy} onClick={() => void run(action)}>
      {translate(name)}
    </Button>
  )
  switch (kind) {
    case 'fix-field':
      return subject ? link(resolutionPath(subject)) : null
    case 'see-record':
      return subject?.invoice ? link(`/invoice/${subject.id}`) : null
    case 'send-again':
      // Without an operation the account was refused: all unsent work is tried again.
      return actionButton(() => (opId === undefined ? sendNowWithToast() : resolution.sendAgain(opId)))
    case 'keep-both':
      return opId === undefined ? null : actionButton(() => resolution.keepBoth(opId))
    case 'discard':
      return onDiscard ? <Button onClick={onDiscard}>{translate(name)}</Button> : null
    case 'mend-cause':
      return onShowCause ? <Button onClick={onShowCause}>{translate(name)}</Button> : null
    case 'repair-receipt':
      return subject?.invoice ? actionButton(() => resolution.repair(subject.id)) : null
    case 'resume-device':
      return device ? actionButton(() => device.resume()) : null
    case 'confirm-numbering':
      return device?.numberingPaused ? <Button onClick={device.askForNumber}>{translate(name)}</Button> : null
    case 'log-in':
      return actionButton(async () => {
        close()
        await signOut()
        await navigate({ href: `/login${queryText([['next', href]])}` })
      })
    case 'update-app':
      return actionButton(async () => (update ? update() : window.location.reload()))
    case 'at-the-form':
      return null
    case 'send-now':
      return actionButton(sendNowWithToast)
  }
}
