import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useCallback, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { loadedFrom } from '#app-context/server-answer.ts'
import { useFailureToast } from '#app-context/use-failure-toast.ts'
import { ServerFailure } from '#blocks/server-list/server-failure.tsx'
import { useServerAnswer } from '#blocks/server-list/use-server-answer.ts'
import type { EndpointAnswer } from '#contract/endpoints.ts'
import { phoneText } from '#domain/identity/phone.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { useAction } from '#ui/use-action.ts'
import { NumberForm } from './number-form.tsx'

type OwnNumber = EndpointAnswer<'ussd.read'>['phones'][number]

function NumberCard({ of, onEnd }: { readonly of: OwnNumber; readonly onEnd: () => void }) {
  const { t } = useLingui()
  const { registered, locked } = of
  const number = phoneText(of.phone)
  return (
    <section className="card stack" aria-label={number}>
      <h2 className="section-title">{number}</h2>
      <p>
        <Icon name={locked ? 'alert' : registered ? 'check' : 'clock'} />{' '}
        <span>
          {locked ? t`Locked: register it again` : registered ? t`Registered` : t`Waits for its code`}
        </span>
      </p>
      <Button variant="default" data-tone="danger" onClick={onEnd}>
        {t`End ${number}`}
      </Button>
    </section>
  )
}

/** The numbers that sell for the caller: registered by a code that is dialled, ended at once. */
export function OwnNumbers() {
  const { t } = useLingui()
  const { call } = useAppContext()
  const showFailure = useFailureToast()
  const load = useCallback(async () => loadedFrom(await call('ussd.read', {})), [call])
  const { value, failure, reload, loading } = useServerAnswer(load)
  const [code, setCode] = useState<string>()
  const [ending, setEnding] = useState<OwnNumber>()
  const [busy, run] = useAction()
  const showCode = (given: string | undefined) => {
    setCode(given)
    reload()
  }
  const end = async ({ id }: OwnNumber) => {
    const outcome = await run(() => call('ussd.end', { id }))
    setEnding(undefined)
    if (outcome?.kind === 'answered') reload()
    else if (outcome) showFailure(outcome)
  }
  const dial = value?.dial ?? ''
  return (
    <div className="stack" aria-busy={loading && value === undefined}>
      {failure === undefined ? null : (
        <ServerFailure code={failure} onRetry={reload} above={value !== undefined} />
      )}
      {value && code === undefined ? <NumberForm onCode={showCode} /> : null}
      {code === undefined ? null : (
        <section className="card stack" role="status">
          <h2 className="section-title">{t`Dial ${dial} from that phone`}</h2>
          <p>{t`Enter this code on the first screen. It is valid for 10 minutes.`}</p>
          <p className="section-title">{code}</p>
          <Button variant="default" onClick={() => showCode(undefined)}>
            {t`I have entered it`}
          </Button>
        </section>
      )}
      {value?.phones.map((phone) => (
        <NumberCard key={phone.id} of={phone} onEnd={() => setEnding(phone)} />
      ))}
      <ConfirmDialog
        opened={ending !== undefined}
        title={t`End this number?`}
        busy={busy}
        confirmLabel={t`End the number`}
        destructive
        onConfirm={() => {
          if (ending) void end(ending)
        }}
        onClose={() => setEnding(undefined)}
      >
        {t`It can no longer issue invoices. What it issued stays as it is.`}
      </ConfirmDialog>
    </div>
  )
}
