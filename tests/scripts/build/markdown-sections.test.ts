import { expect, test } from 'vitest'
import { markdownSections } from '../../../scripts/build/markdown-sections.ts'

test('a document becomes sections with an anchor, HTML and plain text', () => {
  expect(markdownSections('## One\nA *b*.\n\n## Two\n- c & d\n')).toEqual([
    { id: 's1', title: 'One', html: '<p>A <em>b</em>.</p>\n', text: 'A b.' },
    { id: 's2', title: 'Two', html: '<ul>\n<li>c &amp; d</li>\n</ul>\n', text: 'c & d' },
  ])
})

test('HTML in a document, and text before the first heading, fail the build', () => {
  expect(() => markdownSections('## One\n<script>x</script>')).toThrow('HTML in a document')
  expect(() => markdownSections('Hello\n## One\nx')).toThrow('before the first heading')
})
