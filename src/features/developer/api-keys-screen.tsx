import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { loadedFrom } from '#app-context/server-answer.ts'
import { useFailureToast } from '#app-context/use-failure-toast.ts'
import { ServerFailure } from '#blocks/server-list/server-failure.tsx'
import { useServerAnswer } from '#blocks/server-list/use-server-answer.ts'
import type { ApiKeyView } from '#contract/api-key-endpoints.ts'
import { formatMoment } from '#i18n/format-dates.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Icon } from '#ui/icon.tsx'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { useToasts } from '#ui/toast/toast-store.ts'
import { useAction } from '#ui/use-action.ts'
import { Code } from './api-parts.tsx'
import { SCOPE_WORDS } from './call-words.ts'
import { type OverlapHours, ReplaceKeyDialog, RevokeKeyDialog } from './key-dialogs.tsx'
import { NewKeyForm } from './new-key-form.tsx'
import { WebhooksSection } from './webhooks-section.tsx'

type Shown = { readonly name: string; readonly key: string }

function KeyCard(props: {
  readonly shown: ApiKeyView
  readonly onReplace: () => void
  readonly onRevoke: () => void
}) {
  const { t } = useLingui()
  const translate = useTranslate()
  const today = useToday()
  const { name, mode, hint, scopes, createdAt, createdBy, lastUsedAt, revokedAt } = props.shown
  const made = formatMoment(createdAt, today, translate)
  return (
    <section className="card stack" aria-label={name}>
      <h2 className="section-title">{name}</h2>
      <p>
        {mode === 'test' ? t`Test` : t`Live`} · <code translate="no">{hint}…</code> ·{' '}
        {scopes.map((scope) => translate(SCOPE_WORDS[scope])).join(', ')}
      </p>
      <p className="dim">
        {t`Made ${made} by ${createdBy}.`}{' '}
        {lastUsedAt === null ? t`Never used.` : t`Last used ${formatMoment(lastUsedAt, today, translate)}.`}
      </p>
      {revokedAt === null ? (
        <div className="actions">
          <Button variant="default" aria-label={t`Replace the key ${name}`} onClick={props.onReplace}>
            {t`Replace`}
          </Button>
          <Button
            variant="default"
            data-tone="danger"
            aria-label={t`Revoke the key ${name}`}
            onClick={props.onRevoke}
          >
            {t`Revoke`}
          </Button>
        </div>
      ) : (
        <p>
          <Icon name="alert" /> <span>{t`Revoked ${formatMoment(revokedAt, today, translate)}`}</span>
        </p>
      )}
    </section>
  )
}

/** The keys with which programs of the company call the public API: the owner makes, replaces and revokes them. */
export function ApiKeysScreen({ onBack }: { readonly onBack: () => void }) {
  const { t } = useLingui()
  const { call } = useAppContext()
  const toast = useToasts((state) => state.show)
  const showFailure = useFailureToast()
  const load = useCallback(async () => loadedFrom(await call('api-keys.list', {})), [call])
  const { value, failure, reload, replace, loading } = useServerAnswer(load)
  const [making, setMaking] = useState(false)
  const [shown, setShown] = useState<Shown>()
  const [replacing, setReplacing] = useState<ApiKeyView>()
  const [revoking, setRevoking] = useState<ApiKeyView>()
  const [busy, run] = useAction()
  const showKey = (made: Shown) => {
    setMaking(false)
    setShown(made)
    reload()
  }
  const rotate = async ({ id, name }: ApiKeyView, overlapHours: OverlapHours) => {
    const outcome = await run(() => call('api-keys.rotate', { id, overlapHours }))
    setReplacing(undefined)
    if (outcome?.kind === 'answered') showKey({ name, key: outcome.value.key })
    else if (outcome) showFailure(outcome)
  }
  const revoke = async ({ id }: ApiKeyView) => {
    const outcome = await run(() => call('api-keys.revoke', { id }))
    setRevoking(undefined)
    if (outcome?.kind === 'answered') {
      replace(outcome.value)
      toast({ tone: 'good', text: t`The key was revoked` })
    } else if (outcome) showFailure(outcome)
  }
  return (
    <div className="page stack" aria-busy={loading && value === undefined}>
      <button type="button" className="link-button" onClick={onBack}>
        <Icon name="back" />
        {t`Company`}
      </button>
      <h1>{t`API keys`}</h1>
      <p>
        {t`With a key a program of yours, such as an online shop or a till, issues invoices in your name.`}{' '}
        <Link to="/developer/documentation/api/auth" className="link-button">
          {t`How to use the API`}
        </Link>
      </p>
      {failure === undefined ? null : (
        <ServerFailure code={failure} onRetry={reload} above={value !== undefined} />
      )}
      {value === undefined ? null : (
        <>
          <p className="dim">
            {value.mode === 'test'
              ? t`This server is for trying out: receipts of its keys do not count.`
              : t`Receipts of live keys are fiscal and count.`}{' '}
            {value.sandbox
              ? t`Test keys work in a sandbox: a company of its own, registered at a simulator of TRA.`
              : null}
          </p>
          <Button onClick={() => setMaking(true)}>{t`Make a key`}</Button>
          {value.keys.map((key) => (
            <KeyCard
              key={key.id}
              shown={key}
              onReplace={() => setReplacing(key)}
              onRevoke={() => setRevoking(key)}
            />
          ))}
          <WebhooksSection sandbox={value.sandbox === true} />
        </>
      )}
      <Sheet title={t`Make a key`} opened={making} onClose={() => setMaking(false)}>
        <NewKeyForm sandbox={value?.sandbox === true} onMade={showKey} />
      </Sheet>
      {shown === undefined ? null : (
        <Sheet title={t`Key of ${shown.name}`} opened onClose={() => setShown(undefined)} height="auto">
          <div className="stack">
            <p>{t`It is shown only now. Copy it and keep it where only your program can read it.`}</p>
            <Code label={t`The key`}>{shown.key}</Code>
            <Button onClick={() => setShown(undefined)}>{t`Done`}</Button>
          </div>
        </Sheet>
      )}
      <ReplaceKeyDialog
        // Each key is asked about from the start.
        key={replacing?.id ?? ''}
        opened={replacing !== undefined}
        busy={busy}
        onReplace={(overlapHours) => {
          if (replacing) void rotate(replacing, overlapHours)
        }}
        onClose={() => setReplacing(undefined)}
      />
      <RevokeKeyDialog
        opened={revoking !== undefined}
        busy={busy}
        onRevoke={() => {
          if (revoking) void revoke(revoking)
        }}
        onClose={() => setRevoking(undefined)}
      />
    </div>
  )
}
