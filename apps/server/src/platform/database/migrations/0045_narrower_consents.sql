-- What was allowed before was a tool on everything: people are asked once more.
UPDATE "chat_threads" SET "allowed_tools" = '[]'::jsonb WHERE "allowed_tools" <> '[]'::jsonb;
