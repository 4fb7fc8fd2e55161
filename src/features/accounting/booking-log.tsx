import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { loadedFrom } from '#app-context/server-answer.ts'
import { useFailureToast } from '#app-context/use-failure-toast.ts'
import { ServerFailure } from '#blocks/server-list/server-failure.tsx'
import { useServerAnswer } from '#blocks/server-list/use-server-answer.ts'
import type { AccountingConnection, AccountingEntry } from '#contract/accounting-endpoints.ts'
import type { AccountingProvider } from '#domain/accounting/provider.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { Pill } from '#ui/pill/pill.tsx'
import { useAction } from '#ui/use-action.ts'
import { useProblemText } from './use-problem-text.ts'

/** What became of each receipt in the books; opened on demand. */
export function BookingLog({ connection }: { readonly connection: AccountingConnection }) {
  const { t } = useLingui()
  const [opened, setOpened] = useState(false)
  if (!opened)
    return <Button variant="default" onClick={() => setOpened(true)}>{t`Show what was written`}</Button>
  return <Entries provider={connection.provider} />
}

function Entries({ provider }: { readonly provider: AccountingProvider }) {
  const { t } = useLingui()
  const { call } = useAppContext()
  const load = useCallback(
    async () => loadedFrom(await call('accounting.log', { provider, only: 'all' })),
    [call, provider],
  )
  const { value, loading, failure, reload } = useServerAnswer(load)
  return (
    <div className="stack" aria-busy={loading}>
      {failure === undefined ? null : <ServerFailure code={failure} onRetry={reload} above />}
      {value?.entries.length === 0 ? <p>{t`Nothing was written yet.`}</p> : null}
      <ul className="stack">
        {value?.entries.map((entry) => (
          <Entry key={entry.invoiceId} provider={provider} entry={entry} onSettled={reload} />
        ))}
      </ul>
      <Button variant="default" onClick={reload}>{t`Look again`}</Button>
    </div>
  )
}

function StatePill({ state }: Pick<AccountingEntry, 'state'>) {
  const { t } = useLingui()
  switch (state) {
    case 'done':
      return <Pill icon="check" tone="good" status={state}>{t`Written`}</Pill>
    case 'waiting':
      return <Pill icon="clock" tone="open" status={state}>{t`Waiting`}</Pill>
    case 'attention':
      return <Pill icon="alert" tone="bad" status={state}>{t`Needs you`}</Pill>
    case 'left-out':
      return <Pill icon="info" tone="plain" status={state}>{t`Left out`}</Pill>
  }
}

type EntryProps = {
  readonly provider: AccountingProvider
  readonly entry: AccountingEntry
  readonly onSettled: () => void
}

function Entry({ provider, entry, onSettled }: EntryProps) {
  const { t } = useLingui()
  const { call } = useAppContext()
  const showFailure = useFailureToast()
  const problemText = useProblemText()
  const [busy, run] = useAction()
  const { invoiceId, receipt, customer, total, state, problem, exact, detail, number } = entry
  const settle = async (action: 'send-again' | 'leave-out') => {
    const outcome = await run(() => call('accounting.settle', { provider, invoiceId, action }))
    if (outcome?.kind === 'answered') onSettled()
    else if (outcome) showFailure(outcome)
  }
  return (
    <li className="stack">
      <div>
        <Link to="/invoice/$id" params={{ id: invoiceId }}>
          {receipt}
        </Link>{' '}
        {moneyText(total)} <span className="dim">{customer}</span>
      </div>
      <StatePill state={state} />
      {number === '' ? null : <span className="dim small">{t`Number in the books: ${number}`}</span>}
      {problem === null ? null : <span>{problemText(exact ?? problem)}</span>}
      {detail === '' || state === 'done' ? null : (
        <span
          className="dim small"
          style={{ overflowWrap: 'anywhere' }}
        >{t`The service says: ${detail}`}</span>
      )}
      {state === 'attention' || state === 'left-out' ? (
        <div className="actions">
          <Button
            variant="default"
            loading={busy}
            onClick={() => void settle('send-again')}
          >{t`Send again`}</Button>
          {state === 'attention' ? (
            <Button variant="subtle" onClick={() => void settle('leave-out')}>{t`Leave out`}</Button>
          ) : null}
        </div>
      ) : null}
    </li>
  )
}
