import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { WebhookView } from '#contract/webhook-endpoints.ts'
import { WEBHOOK_EVENTS } from '#domain/webhooks/webhook.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Icon } from '#ui/icon.tsx'
import { EVENT_WORDS } from './event-words.ts'

type Props = {
  readonly shown: WebhookView
  readonly busy: boolean
  readonly onLog: () => void
  readonly onRotate: () => void
  readonly onSwitch: (active: boolean) => void
  readonly onRemove: () => void
}

/** One address with what it is notified of, and whether it is. */
export function WebhookCard({ shown, busy, onLog, onRotate, onSwitch, onRemove }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const { url, events, moreEvents = [], active, stoppedBy, mode } = shown
  const asked: readonly string[] = [...events, ...moreEvents]
  const words = {
    '': t`Notified`,
    person: t`Switched off`,
    gone: t`Switched off: the address says that it is gone`,
    failing: t`Switched off: it took nothing for three days`,
  }
  return (
    <section className="card stack" aria-label={url}>
      <h3 className="section-title">
        <span translate="no" style={{ overflowWrap: 'anywhere' }}>
          {url}
        </span>
        {mode === 'test' ? <span className="dim"> ({t`Test`})</span> : null}
      </h3>
      <p>
        <Icon name={active ? 'check' : 'alert'} /> <span>{words[active ? '' : stoppedBy]}</span>
      </p>
      <p className="dim">
        {WEBHOOK_EVENTS.filter((event) => asked.includes(event))
          .map((event) => translate(EVENT_WORDS[event]))
          .join(' · ')}
      </p>
      <div className="actions">
        <Button variant="default" onClick={onLog}>{t`What was sent`}</Button>
        <Button variant="default" disabled={busy} onClick={onRotate}>{t`Replace the secret`}</Button>
        <Button variant="default" disabled={busy} onClick={() => onSwitch(!active)}>
          {active ? t`Switch off` : t`Switch on`}
        </Button>
        <Button variant="default" data-tone="danger" onClick={onRemove}>
          {t`Remove`}
        </Button>
      </div>
    </section>
  )
}
