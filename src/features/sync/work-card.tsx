import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { repairOf } from '#contract/repairs.ts'
import { momentInWords } from '#i18n/date-words.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { nextStep } from '#i18n/next-steps.ts'
import { useSay } from '#i18n/use-say.ts'
import { isOpen } from '#sync/outbox/check-outcome.ts'
import { isOnlyHere } from '#sync/outbox/entry.ts'
import { Icon } from '#ui/icon.tsx'
import { useDeed } from '../use-deed.ts'
import { useToday } from '../workplace.ts'
import { DiscardSheet } from './discard-sheet.tsx'
import { causeOf, isStuck, type OwedWork } from './owed-work.ts'
import { RepairButton } from './repair-button.tsx'
import { SubjectWords } from './subject-words.tsx'
import classes from './sync.module.css'
import { useSyncPlace } from './sync-place.ts'
import { useMend } from './use-mend.ts'
import { useTriedWords, useTryWords } from './use-try-words.ts'

/** Id of the card of an operation, to be shown by those that wait for it. */
function cardId(opId: string): string {
  return `work-${opId}`
}

function showCard(opId: string): void {
  const card = document.getElementById(cardId(opId))
  card?.scrollIntoView({ block: 'center' })
  card?.focus({ preventScroll: true })
}

type Props = {
  readonly work: OwedWork
  /** Everything that waits, to find what this waits for. */
  readonly all: readonly OwedWork[]
  /** Until when nothing is tried by itself, milliseconds. */
  readonly pausedUntil: number | null
}

/** One operation: what it is, since when, how often it was tried, why it stands still, and the touch that mends it. */
export function WorkCard({ work, all, pausedUntil }: Props) {
  const { t } = useLingui()
  const say = useSay()
  const { leave } = useSyncPlace()
  const today = useToday()
  const mend = useMend()
  const tryWords = useTryWords()
  const triedWords = useTriedWords()
  const [discarding, setDiscarding] = useState(false)
  const [, run] = useDeed()
  const { entry, subject, held } = work
  const { opId } = entry
  const { invoice } = subject
  const stuck = isStuck(entry)
  const code = stuck
    ? entry.state === 'blocked'
      ? 'OPERATION_DEPENDENCY_REFUSED'
      : (entry.last?.code ?? 'UNEXPECTED')
    : (entry.last?.code ?? undefined)
  const step = code === undefined ? undefined : nextStep(code)
  const cause = entry.state === 'blocked' ? causeOf(work, all) : undefined
  const kind = code === undefined ? undefined : repairOf(code)
  const before = all.filter((other) => !isStuck(other.entry) && other.entry.seq < entry.seq).length
  const takable = invoice && entry.type === 'invoice.submit' && isOnlyHere(entry) && !stuck
  return (
    <article className="card stack" data-refused={stuck} id={cardId(opId)} tabIndex={-1}>
      <div className={classes.head}>
        <Icon name={stuck ? 'alert' : 'clock'} />
        <div className={classes.words}>
          <SubjectWords type={entry.type} subject={subject} />
          <span className="dim small">{momentInWords(entry.createdAt, today, say)}</span>
          <span className="dim small">
            {stuck ? triedWords(entry) : held ? t`Waiting for Wi-Fi` : tryWords(entry, pausedUntil, before)}
          </span>
          {code && !stuck ? <span className="small">{say(errorMessage(code))}</span> : null}
          {step && !stuck ? <span className="small">{say(step)}</span> : null}
        </div>
      </div>
      {code && stuck ? (
        <div className="notice" data-tone="bad">
          <div>
            <strong>{say(errorMessage(code))}</strong>
            {step ? say(step) : null}
          </div>
        </div>
      ) : null}
      <div className={classes.buttons}>
        {code && (stuck || kind === 'confirm-numbering') ? (
          <RepairButton
            code={code}
            subject={subject}
            opId={opId}
            onDiscard={() => setDiscarding(true)}
            {...(cause ? { onShowCause: () => showCard(cause.entry.opId) } : {})}
          />
        ) : null}
        {invoice && kind !== 'see-record' ? (
          <Button variant="default" component={Link} to={`/invoice/${invoice.id}`} onClick={leave}>
            {t`Open the invoice`}
          </Button>
        ) : null}
        {held ? (
          <Button variant="light" onClick={() => void run(() => mend.sendAnyway(entry))}>
            {t`Send anyway`}
          </Button>
        ) : null}
        {isOpen(entry) ? (
          <Button variant="light" onClick={() => void run(() => mend.check(opId))}>
            {t`Check now`}
          </Button>
        ) : null}
        {entry.state === 'attention' && kind !== 'send-again' ? (
          <Button variant="light" onClick={() => void run(() => mend.sendAgain(opId))}>
            {t`Send again`}
          </Button>
        ) : null}
        {stuck && kind !== 'discard' ? (
          <Button variant="subtle" data-tone="danger" onClick={() => setDiscarding(true)}>
            {t`Discard`}
          </Button>
        ) : null}
        {takable ? (
          <Button
            variant="light"
            leftSection={<Icon name="undo" size={18} />}
            onClick={() => void run(() => mend.takeBack(invoice.id))}
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
          void run(() => mend.discard(opId))
        }}
      />
    </article>
  )
}
