import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { loadedFrom } from '#app-context/server-answer.ts'
import { useFailureToast } from '#app-context/use-failure-toast.ts'
import { ServerFailure } from '#blocks/server-list/server-failure.tsx'
import { useServerAnswer } from '#blocks/server-list/use-server-answer.ts'
import type { AccountingInboxEntry } from '#contract/accounting-endpoints.ts'
import type { AccountingProvider } from '#domain/accounting/provider.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { Pill } from '#ui/pill/pill.tsx'
import { useAction } from '#ui/use-action.ts'
import { useInboxProblemText } from './use-inbox-problem-text.ts'

type Props = { readonly provider: AccountingProvider }

/** What became of each invoice that people wrote in the books; opened on demand. */
export function InboxLog({ provider }: Props) {
  const { t } = useLingui()
  const [opened, setOpened] = useState(false)
  if (!opened)
    return <Button variant="default" onClick={() => setOpened(true)}>{t`Show what came in`}</Button>
  return <Entries provider={provider} />
}

function Entries({ provider }: Props) {
  const { t } = useLingui()
  const { call } = useAppContext()
  const load = useCallback(
    async () => loadedFrom(await call('accounting.inbox', { provider, only: 'all' })),
    [call, provider],
  )
  const { value, loading, failure, reload } = useServerAnswer(load)
  return (
    <div className="stack" aria-busy={loading}>
      {failure === undefined ? null : <ServerFailure code={failure} onRetry={reload} above />}
      {value?.entries.length === 0 ? <p>{t`Nothing came in yet.`}</p> : null}
      <ul className="stack">
        {value?.entries.map((entry) => (
          <Entry key={entry.theirId} provider={provider} entry={entry} onSettled={reload} />
        ))}
      </ul>
      <Button variant="default" onClick={reload}>{t`Look again`}</Button>
    </div>
  )
}

function InboxPill({ state }: Pick<AccountingInboxEntry, 'state'>) {
  const { t } = useLingui()
  switch (state) {
    case 'draft':
      return <Pill icon="info" tone="info" status={state}>{t`Draft`}</Pill>
    case 'submitted':
      return <Pill icon="check" tone="good" status={state}>{t`Submitted`}</Pill>
    case 'waiting':
      return <Pill icon="clock" tone="open" status={state}>{t`Waiting`}</Pill>
    case 'attention':
      return <Pill icon="alert" tone="bad" status={state}>{t`Needs you`}</Pill>
    case 'gone':
      return <Pill icon="info" tone="plain" status={state}>{t`Voided there`}</Pill>
    case 'left-out':
      return <Pill icon="info" tone="plain" status={state}>{t`Left out`}</Pill>
  }
}

type EntryProps = Props & { readonly entry: AccountingInboxEntry; readonly onSettled: () => void }

function Entry({ provider, entry, onSettled }: EntryProps) {
  const { t } = useLingui()
  const { call } = useAppContext()
  const showFailure = useFailureToast()
  const problemText = useInboxProblemText()
  const [busy, run] = useAction()
  const { theirId, invoiceId, number, customer, total, state, problem, detail } = entry
  const settle = async (action: 'take-again' | 'leave-out') => {
    const outcome = await run(() => call('accounting.settle-inbox', { provider, theirId, action }))
    if (outcome?.kind === 'answered') onSettled()
    else if (outcome) showFailure(outcome)
  }
  const name = number === '' ? theirId : number
  return (
    <li className="stack">
      <div>
        {invoiceId === null ? (
          <strong>{name}</strong>
        ) : (
          <Link to="/invoice/$id" params={{ id: invoiceId }}>
            {name}
          </Link>
        )}{' '}
        {moneyText(total)} <span className="dim">{customer}</span>
      </div>
      <InboxPill state={state} />
      {problem === null ? null : <span>{problemText(problem)}</span>}
      {detail === '' || state !== 'attention' ? null : (
        <span className="dim small" style={{ overflowWrap: 'anywhere' }}>
          {detail}
        </span>
      )}
      {state === 'attention' || state === 'left-out' ? (
        <div className="actions">
          {problem === 'changed' || problem === 'voided' ? null : (
            <Button
              variant="default"
              loading={busy}
              onClick={() => void settle('take-again')}
            >{t`Take again`}</Button>
          )}
          {state === 'attention' ? (
            <Button variant="subtle" onClick={() => void settle('leave-out')}>{t`Leave out`}</Button>
          ) : null}
        </div>
      ) : null}
    </li>
  )
}
