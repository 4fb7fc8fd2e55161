import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { canTakeBack } from '#commands/invoices.ts'
import { resolutionOf } from '#contract/resolutions.ts'
import { isKnownOperation } from '#data/outbox-entry.ts'
import { isHeldWhileBlocked } from '#domain/companies/blocked-company.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { formatMoment } from '#i18n/format-dates.ts'
import { sendingStep } from '#i18n/sending-steps.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { isOutcomeOpen } from '#sync/outbox/check-outcome.ts'
import { HelpLink } from '#ui/help-link/help-link.tsx'
import { Icon } from '#ui/icon.tsx'
import { useAction } from '#ui/use-action.ts'
import { DiscardSheet } from './discard-sheet.tsx'
import { OperationSummary } from './operation-summary.tsx'
import { findBlockingOperation, isFailed, type PendingOperation } from './pending-operations.ts'
import { ResolveButton } from './resolve-button.tsx'
import classes from './sync.module.css'
import { useSyncContainer } from './sync-container.ts'
import { useAttemptCountText, useAttemptText } from './use-attempt-text.ts'
import { useResolution } from './use-resolution.ts'

/** Id of an operation's card, for a link from operations that wait for it. */
function cardId(opId: string): string {
  return `work-${opId}`
}

function showCard(opId: string): void {
  const card = document.getElementById(cardId(opId))
  card?.scrollIntoView({ block: 'center' })
  card?.focus({ preventScroll: true })
}

type Props = {
  readonly operation: PendingOperation
  /** All unsent operations, to find what this one waits for. */
  readonly all: readonly PendingOperation[]
  /** Until when nothing is tried automatically, milliseconds. */
  readonly pausedUntil: number | null
}

/**
 * One operation: what it is, since when, how often it was tried, why it is blocked, and the button that resolves it.
 */
export function OperationCard({ operation, all, pausedUntil }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const { close: closeContainer } = useSyncContainer()
  const today = useToday()
  const resolution = useResolution()
  const attemptText = useAttemptText()
  const attemptCountText = useAttemptCountText()
  const [discarding, setDiscarding] = useState(false)
  const [, run] = useAction()
  const { account, blocked } = useAppContext()
  const { entry, subject, waitsForWifi } = operation
  const { opId } = entry
  const { invoice } = subject
  const failed = isFailed(entry)
  // A newer version of the app wrote it, and this one cannot send it.
  const waitsForUpdate = !failed && !isKnownOperation(entry)
  const waitsForTra = blocked && isHeldWhileBlocked(entry.type)
  const code = failed
    ? entry.state === 'blocked'
      ? 'OPERATION_DEPENDENCY_REFUSED'
      : (entry.last?.code ?? 'UNEXPECTED')
    : waitsForUpdate
      ? 'UPGRADE_REQUIRED'
      : waitsForTra
        ? 'COMPANY_BLOCKED_BY_TRA'
        : (entry.last?.code ?? undefined)
  const step = code === undefined ? undefined : sendingStep(code)
  const cause = entry.state === 'blocked' ? findBlockingOperation(operation, all) : undefined
  const kind = code === undefined ? undefined : resolutionOf(code)
  const before = all.filter((other) => !isFailed(other.entry) && other.entry.seq < entry.seq).length
  const mayTakeBack = useLiveQuery(
    async () => invoice !== undefined && (await canTakeBack(account, invoice.id)),
    [account, invoice?.id],
  )
  return (
    <article className="card stack" data-refused={failed} id={cardId(opId)} tabIndex={-1}>
      <div className={classes.head}>
        <Icon name={failed ? 'alert' : 'clock'} />
        <div className={classes.words}>
          <OperationSummary type={entry.type} subject={subject} />
          <span className="dim small">{formatMoment(entry.createdAt, today, translate)}</span>
          <span className="dim small">
            {failed
              ? attemptCountText(entry)
              : waitsForUpdate
                ? t`Waiting for an app update`
                : waitsForWifi
                  ? t`Waiting for Wi-Fi`
                  : waitsForTra
                    ? attemptCountText(entry)
                    : attemptText(entry, pausedUntil, before)}
          </span>
          {code && !failed ? <span className="small">{translate(errorMessage(code))}</span> : null}
          {step && !failed ? <span className="small">{translate(step)}</span> : null}
        </div>
      </div>
      {code && failed ? (
        <div className="notice" data-tone="bad">
          <div>
            <strong>{translate(errorMessage(code))}</strong>
            {step ? translate(step) : null} <HelpLink code={code} />
          </div>
        </div>
      ) : null}
      <div className={classes.buttons}>
        {code && (failed || waitsForUpdate || kind === 'confirm-numbering') ? (
          <ResolveButton
            code={code}
            subject={subject}
            opId={opId}
            onDiscard={() => setDiscarding(true)}
            {...(cause ? { onShowCause: () => showCard(cause.entry.opId) } : {})}
          />
        ) : null}
        {invoice && kind !== 'see-record' ? (
          <Button variant="default" component={Link} to={`/invoice/${invoice.id}`} onClick={closeContainer}>
            {t`Open the invoice`}
          </Button>
        ) : null}
        {waitsForWifi ? (
          <Button variant="light" onClick={() => void run(() => resolution.sendAnyway(entry))}>
            {t`Send anyway`}
          </Button>
        ) : null}
        {isOutcomeOpen(entry) ? (
          <Button variant="light" onClick={() => void run(() => resolution.check(opId))}>
            {t`Check now`}
          </Button>
        ) : null}
        {entry.state === 'attention' && kind !== 'send-again' ? (
          <Button variant="light" onClick={() => void run(() => resolution.sendAgain(opId))}>
            {t`Send again`}
          </Button>
        ) : null}
        {failed && kind !== 'discard' ? (
          <Button variant="subtle" data-tone="danger" onClick={() => setDiscarding(true)}>
            {t`Discard`}
          </Button>
        ) : null}
        {invoice && mayTakeBack && entry.type === 'invoice.submit' ? (
          <Button
            variant="light"
            leftSection={<Icon name="undo" size={18} />}
            onClick={() => void run(() => resolution.takeBack(invoice.id))}
          >
            {t`Back to draft`}
          </Button>
        ) : null}
      </div>
      <DiscardSheet
        opened={discarding}
        onClose={() => setDiscarding(false)}
        onDiscard={() => {
          setDiscarding(false)
          void run(() => resolution.discard(opId))
        }}
      />
    </article>
  )
}
