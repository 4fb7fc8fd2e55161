import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const FOLDER = new URL('../../src/routes/', import.meta.url)

it('every route gives its screen up after two minutes (spec §9)', () => {
  const routes = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.tsx'),
  )
  const without = routes.filter((file) => {
    const text = readFileSync(new URL(file, FOLDER), 'utf8')
    return text.includes('lazyRouteComponent') || /component:\s*lazy\(/.test(text)
  })
  expect(routes.length).toBeGreaterThan(8)
  expect(without).toEqual([])
})
