import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { findMeta, upsertMeta } from '#data/meta.ts'
import { addDays } from '#domain/calendar/east-africa.ts'
import { type InsightAnswer, withAnswer } from '#domain/insights/answers.ts'
import { loadAdministrationMessages } from '#i18n/language.ts'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { useAction } from '#ui/use-action.ts'
import { FindingCard } from './finding-card.tsx'
import { type Insights, type NamedFinding, useInsights } from './use-insights.ts'

/** It works only with the server: neither it nor its words are stored on the phone. */
const AiSection = lazyComponent(async () => {
  const [{ AiSection: Section }] = await Promise.all([
    import('./ai/ai-section.tsx'),
    loadAdministrationMessages(),
  ])
  return Section
})

const AT_FIRST = 3
/** The rules compare with eight weeks and the one after them. */
const DAYS_TO_COMPARE = 63

function Nothing({ since }: Pick<Insights, 'since'>) {
  const { t } = useLingui()
  const today = useToday()
  return (
    <p className="dim">
      {since > addDays(today, -DAYS_TO_COMPARE)
        ? t`There is not enough data yet: the figures are compared with nine weeks of sales.`
        : t`Nothing is out of line at the moment.`}
    </p>
  )
}

function Findings({ insights }: { insights: Insights }) {
  const { t } = useLingui()
  const { db } = useAppContext()
  const [all, setAll] = useState(false)
  const [away, setAway] = useState(false)
  const [ai, setAi] = useState(false)
  const [, run] = useAction()
  const answer = (finding: NamedFinding) => (given: InsightAnswer | undefined) => {
    void run(async () => {
      const answers = (await findMeta(db, 'insight-answers')) ?? {}
      await upsertMeta(db, 'insight-answers', withAnswer(answers, finding, given))
    })
  }
  const listed = all ? insights.shown : insights.shown.slice(0, AT_FIRST)
  const total = insights.shown.length
  const put = insights.away.length
  return (
    <>
      {total === 0 ? <Nothing since={insights.since} /> : null}
      <ul className="stack" style={{ margin: 0, padding: 0, listStyle: 'none' }}>
        {listed.map((finding) => (
          <FindingCard key={finding.id} finding={finding} onAnswer={answer(finding)} />
        ))}
        {(away ? insights.away : []).map((finding) => (
          <FindingCard key={finding.id} finding={finding} onAnswer={answer(finding)} isAway />
        ))}
      </ul>
      <div className="actions">
        {total > AT_FIRST && !all ? (
          <Button variant="default" onClick={() => setAll(true)}>{t`Show all (${total})`}</Button>
        ) : null}
        {put > 0 && !away ? (
          <Button variant="subtle" onClick={() => setAway(true)}>{t`Show what you put away (${put})`}</Button>
        ) : null}
        {total > 0 && !ai ? (
          <Button variant="subtle" onClick={() => setAi(true)}>{t`In words, by AI`}</Button>
        ) : null}
      </div>
      {ai ? (
        <Suspense>
          <AiSection findings={insights.shown} />
        </Suspense>
      ) : null}
    </>
  )
}

/** What the figures of the company say (spec §1, §3), computed on this phone: no consent, no connection. */
export function InsightsSection() {
  const { t } = useLingui()
  const insights = useInsights()
  return (
    <section className="stack" aria-labelledby="insights" aria-busy={insights === undefined}>
      <div>
        <h2 className="section-title" id="insights">{t`What your figures say`}</h2>
        <p className="dim small">{t`Computed on this phone from your own records. Nothing leaves it.`}</p>
      </div>
      {insights === 'fetching' ? (
        <p className="dim">{t`Your company's data is still loading. You can keep selling.`}</p>
      ) : null}
      {insights === undefined || insights === 'fetching' ? null : <Findings insights={insights} />}
    </section>
  )
}
