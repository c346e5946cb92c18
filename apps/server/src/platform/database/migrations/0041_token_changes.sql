ALTER TABLE "chat_threads" ADD COLUMN "agent" text;--> statement-breakpoint
ALTER TABLE "chat_threads" ADD COLUMN "token_id" text;--> statement-breakpoint
ALTER TABLE "chat_threads" ADD CONSTRAINT "chat_threads_token_id_access_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."access_tokens"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "chat_threads_token" ON "chat_threads" USING btree ("project_id","token_id");