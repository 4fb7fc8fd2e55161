import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useCallback, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { loadedFrom } from '#app-context/server-answer.ts'
import { ServerFailure } from '#blocks/server-list/server-failure.tsx'
import { useServerAnswer } from '#blocks/server-list/use-server-answer.ts'
import { Icon } from '#ui/icon.tsx'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { SecondFactorEnd } from './second-factor-end.tsx'
import { SecondFactorStart } from './second-factor-start.tsx'

/** The optional second factor of the own login: a code of an authenticator app beside the password. */
export function SecondFactorSection() {
  const { t } = useLingui()
  const { call } = useAppContext()
  const load = useCallback(async () => loadedFrom(await call('second-factor.read', {})), [call])
  const { value, failure, reload } = useServerAnswer(load)
  const [opened, setOpened] = useState<'start' | 'end'>()
  const close = () => {
    setOpened(undefined)
    reload()
  }
  const left = value?.recoveryCodesLeft ?? 0
  return (
    <section className="card stack" aria-labelledby="second-factor" aria-busy={value === undefined}>
      <h2 className="section-title" id="second-factor">{t`Second factor`}</h2>
      <p className="dim">
        {t`With it, a login needs the password and a code from an app on your phone. The PIN of this phone stays as it is.`}
      </p>
      {failure === undefined ? null : (
        <ServerFailure code={failure} onRetry={reload} above={value !== undefined} />
      )}
      {value?.on ? (
        <p className="notice" role="status">
          <Icon name="check" />
          <span>{t`The second factor is on. Recovery codes left: ${left}`}</span>
        </p>
      ) : null}
      {value?.on ? (
        <Button variant="default" onClick={() => setOpened('end')}>{t`Switch off`}</Button>
      ) : (
        <Button variant="default" disabled={value === undefined} onClick={() => setOpened('start')}>
          {t`Switch on`}
        </Button>
      )}
      <Sheet title={t`Switch on the second factor`} opened={opened === 'start'} onClose={close}>
        <SecondFactorStart onDone={close} />
      </Sheet>
      <Sheet title={t`Switch off the second factor`} opened={opened === 'end'} onClose={close}>
        <SecondFactorEnd onDone={close} />
      </Sheet>
    </section>
  )
}
