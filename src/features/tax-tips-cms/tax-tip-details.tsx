import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useAppContext } from '#app-context/app-context.ts'
import { useFailureToast } from '#app-context/use-failure-toast.ts'
import { TaxTipArticle } from '#blocks/tax-tip/tax-tip-article.tsx'
import type { TaxTip } from '#contract/tax-tips.ts'
import { useToasts } from '#ui/toast/toast-store.ts'
import { useAction } from '#ui/use-action.ts'
import { TaxTipPill } from './tax-tip-pill.tsx'

type Props = {
  readonly tip: TaxTip
  readonly onChanged: (tip: TaxTip) => void
  readonly onEdit: () => void
}

/** A tip as its readers will see it in both languages, and what can be done with it. */
export function TaxTipDetails({ tip, onChanged, onEdit }: Props) {
  const { t } = useLingui()
  const { call } = useAppContext()
  const toast = useToasts((state) => state.show)
  const showFailure = useFailureToast()
  const [busy, run] = useAction()
  const published = tip.status === 'published'
  const change = () =>
    run(async () => {
      const status = published ? 'draft' : 'published'
      const outcome = await call('tax-tips.change-status', { id: tip.id, status })
      if (outcome.kind !== 'answered') {
        showFailure(outcome)
        return
      }
      onChanged(outcome.value)
      toast({ tone: 'good', text: published ? t`Tip is no longer published` : t`Tip published` })
    })
  return (
    <div className="stack">
      <TaxTipPill status={tip.status} />
      <TaxTipArticle tip={tip} language="en" />
      <TaxTipArticle tip={tip} language="sw" />
      <div className="actions">
        <Button loading={busy} onClick={() => void change()}>
          {published ? t`Unpublish` : t`Publish`}
        </Button>
        <Button variant="default" onClick={onEdit}>{t`Edit`}</Button>
      </div>
    </div>
  )
}
