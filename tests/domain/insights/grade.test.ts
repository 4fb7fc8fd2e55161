import { expect, it } from 'vitest'
import type { Finding } from '#domain/insights/finding.ts'
import { findingToNotify, gradeOf } from '#domain/insights/grade.ts'

function finding(rule: Finding['rule'], severity: number): Finding {
  return {
    ...{ id: `${rule}::2026-11`, rule, severity, type: 'sales', confidence: 'high', subject: '' },
    period: { from: '2026-11-01', to: '2026-11-07' } as Finding['period'],
    figures: [],
    records: { page: 'products', id: 'p' },
  }
}

it('a severe finding is urgent, and rising sales are good news however much they are', () => {
  expect(gradeOf(finding('sales-falling', 60))).toBe('urgent')
  expect(gradeOf(finding('vat-rising', 59))).toBe('important')
  expect(gradeOf(finding('refunds-high', 19))).toBe('good-to-know')
  expect(gradeOf(finding('sales-rising', 100))).toBe('good-news')
})

it('people are notified of the most severe urgent finding that they were not notified of', () => {
  const findings = [finding('sales-rising', 100), finding('sales-falling', 80), finding('vat-rising', 70)]
  expect(findingToNotify(findings, new Set())).toBe(findings[1])
  expect(findingToNotify(findings, new Set(['sales-falling::2026-11']))).toBe(findings[2])
  expect(findingToNotify([finding('sales-falling', 59)], new Set())).toBeUndefined()
})
