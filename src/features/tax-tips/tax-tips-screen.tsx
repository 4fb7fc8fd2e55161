import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import type { Caller } from '#api/call.ts'
import { failureCode } from '#app-context/failure-code.ts'
import { keptTips } from '#blocks/tax-tip/kept-tips.ts'
import classes from '#blocks/tax-tip/tax-tip.module.css'
import { TaxTipArticle } from '#blocks/tax-tip/tax-tip-article.tsx'
import { LoadFailure } from '#ui/load-failure.tsx'

/** Tax tips for everybody (spec §2), newest first; offline those that this phone read last. */
export function TaxTipsScreen({ call }: { readonly call: Caller }) {
  const { t, i18n } = useLingui()
  const [tips, setTips] = useState(() => keptTips.read(localStorage)?.tips)
  const [failed, setFailed] = useState<string>()
  useEffect(() => {
    let unmounted = false
    const load = async () => {
      const outcome = await call('tax-tips.published', {})
      if (unmounted) return
      setFailed(outcome.kind === 'answered' ? undefined : failureCode(outcome))
      if (outcome.kind !== 'answered') return
      setTips(outcome.value.tips)
      keptTips.keep(localStorage, outcome.value)
    }
    void load()
    return () => {
      unmounted = true
    }
  }, [call])
  const language = i18n.locale === 'en' ? 'en' : 'sw'
  return (
    <div className={classes.tips} aria-busy={tips === undefined && failed === undefined}>
      <h1>{t`Tax tips`}</h1>
      {failed === undefined ? null : tips === undefined ? (
        <LoadFailure code={failed} offline={t`The tips did not load. Connect and open this page again.`} />
      ) : (
        <LoadFailure
          code={failed}
          offline={t`You are offline. These are the tips as you last read them.`}
          kept={t`These are the tips as you last read them.`}
        />
      )}
      {tips?.length === 0 ? <p>{t`There are no tax tips yet.`}</p> : null}
      {tips?.map((tip) => (
        <TaxTipArticle key={tip.id} tip={tip} language={language} />
      ))}
    </div>
  )
}
