import { teaShop, teaShopSession } from './conversations-home.ts';
import { items, openTeaShop } from './conversations-page.ts';
import { expect, test } from './fixtures.ts';
import { workspaceFolderAt } from './workspace-folder.ts';

test.use({ homeWith: 'conversations' });

test('follows a session while it is written', async ({ page, homeFolder }) => {
  await openTeaShop(page);
  const session = teaShopSession(Date.now());
  session.person('One more thing: is there any white tea?');
  await workspaceFolderAt(homeFolder).append(session.lastLine(), teaShop);
  await expect(items(page).last()).toContainText('is there any white tea?');
  await expect(items(page).last()).toBeInViewport();

  const line = (record: object): string => `${JSON.stringify(record)}\n`;
  const queued = items(page).filter({ hasText: 'Weigh it in grams' });
  const sent = { type: 'queue-operation', operation: 'enqueue', content: 'Weigh it in grams.' };
  await workspaceFolderAt(homeFolder).append(line(sent), teaShop);
  await expect(queued).toContainText('Sent while it worked');
  const takenUp = { type: 'attachment', attachment: { type: 'queued_command', prompt: 'Weigh it in grams.' } };
  await workspaceFolderAt(homeFolder).append(line(takenUp), teaShop);
  await expect(queued).not.toContainText('Sent while it worked');
  await expect(queued).toHaveCount(1);
});
