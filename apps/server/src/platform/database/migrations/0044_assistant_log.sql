CREATE TABLE "assistant_log" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"project_id" text NOT NULL,
	"thread_id" text NOT NULL,
	"message_id" text,
	"user_id" text,
	"username" text NOT NULL,
	"agent" text,
	"model" text,
	"state" text NOT NULL,
	"is_analyst" boolean DEFAULT false NOT NULL,
	"calls" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"changes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"input_tokens" integer DEFAULT 0 NOT NULL,
	"output_tokens" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "assistant_log" ADD CONSTRAINT "assistant_log_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assistant_log" ADD CONSTRAINT "assistant_log_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "assistant_log_project" ON "assistant_log" USING btree ("project_id","id");--> statement-breakpoint
CREATE INDEX "assistant_log_age" ON "assistant_log" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "assistant_log_message" ON "assistant_log" USING btree ("thread_id","message_id");--> statement-breakpoint
INSERT INTO "assistant_log" ("project_id", "thread_id", "message_id", "user_id", "username", "agent", "model", "state", "is_analyst", "calls", "input_tokens", "output_tokens", "created_at")
SELECT t."project_id", t."id", m."id", t."user_id", u."username", t."agent", m."model", m."state", m."is_analyst",
  (SELECT coalesce(jsonb_agg(jsonb_build_object(
      'tool', coalesce(p.part ->> 'toolName', substr(p.part ->> 'type', 6)),
      'arguments', left(coalesce(p.part -> 'input', '{}'::jsonb)::text, 2000),
      'consent', CASE WHEN p.part -> 'approval' IS NULL THEN 'free'
        WHEN p.part -> 'approval' -> 'approved' IS NULL THEN 'open'
        WHEN p.part -> 'approval' ->> 'approved' = 'true' THEN 'allowed' ELSE 'refused' END,
      'outcome', CASE p.part ->> 'state' WHEN 'output-available' THEN 'done' WHEN 'output-error' THEN 'failed' ELSE 'open' END
    ) ORDER BY p.ordinal), '[]'::jsonb)
    FROM jsonb_array_elements(m."parts") WITH ORDINALITY AS p(part, ordinal)
    WHERE p.part ->> 'type' = 'dynamic-tool' OR p.part ->> 'type' LIKE 'tool-%'),
  m."input_tokens", m."output_tokens", m."created_at"
FROM "chat_messages" m
JOIN "chat_threads" t ON t."id" = m."thread_id"
JOIN "users" u ON u."id" = t."user_id"
WHERE m."role" = 'assistant' AND m."created_at" >= t."created_at"
ORDER BY m."ordinal";
