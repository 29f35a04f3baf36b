import { ApiFailure } from '../../../api/api-failure.ts';

/**
 * Sends as `send` does, and calls `onChanged` when the API refuses with the code by which it says that the record has
 * another version than the one that is shown.
 */
export function noticeChange<Sent, Saved>(
  send: (sent: Sent, key: string) => Promise<Saved>,
  code: string,
  onChanged: (() => void) | undefined,
): (sent: Sent, key: string) => Promise<Saved> {
  return async (sent, key) => {
    try {
      return await send(sent, key);
    } catch (error) {
      if (error instanceof ApiFailure && error.code === code) onChanged?.();
      throw error;
    }
  };
}
