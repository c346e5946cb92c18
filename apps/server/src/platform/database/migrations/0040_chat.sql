CREATE TABLE "chat_changes" (
	"id" text PRIMARY KEY NOT NULL,
	"ordinal" bigserial NOT NULL,
	"thread_id" text NOT NULL,
	"message_id" text NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"target" jsonb NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"language" text,
	"state" text NOT NULL,
	"check" text,
	"problem" text,
	"applied" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "chat_messages" (
	"thread_id" text NOT NULL,
	"id" text NOT NULL,
	"ordinal" bigserial NOT NULL,
	"parent" text,
	"role" text NOT NULL,
	"parts" jsonb NOT NULL,
	"attachments" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"model" text,
	"state" text NOT NULL,
	"error" text,
	"input_tokens" integer DEFAULT 0 NOT NULL,
	"output_tokens" integer DEFAULT 0 NOT NULL,
	"is_analyst" boolean DEFAULT false NOT NULL,
	"prompt" text,
	"written_until" timestamp with time zone,
	"stop_asked_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chat_messages_thread_id_id_pk" PRIMARY KEY("thread_id","id")
);
--> statement-breakpoint
CREATE TABLE "chat_pieces" (
	"thread_id" text NOT NULL,
	"message_id" text NOT NULL,
	"ordinal" integer NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "chat_pieces_thread_id_message_id_ordinal_pk" PRIMARY KEY("thread_id","message_id","ordinal")
);
--> statement-breakpoint
CREATE TABLE "chat_threads" (
	"id" text PRIMARY KEY NOT NULL,
	"project_id" text NOT NULL,
	"user_id" text NOT NULL,
	"title" text NOT NULL,
	"is_shared" boolean DEFAULT false NOT NULL,
	"allowed_tools" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"leaf" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pro_queries" (
	"tenant_id" text NOT NULL,
	"month" text NOT NULL,
	"used" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "pro_queries_tenant_id_month_pk" PRIMARY KEY("tenant_id","month")
);
--> statement-breakpoint
ALTER TABLE "chat_changes" ADD CONSTRAINT "chat_changes_thread_id_chat_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."chat_threads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_thread_id_chat_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."chat_threads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_pieces" ADD CONSTRAINT "chat_pieces_thread_id_chat_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."chat_threads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_threads" ADD CONSTRAINT "chat_threads_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_threads" ADD CONSTRAINT "chat_threads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pro_queries" ADD CONSTRAINT "pro_queries_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_changes_thread" ON "chat_changes" USING btree ("thread_id","ordinal");--> statement-breakpoint
CREATE INDEX "chat_messages_order" ON "chat_messages" USING btree ("thread_id","ordinal");--> statement-breakpoint
CREATE INDEX "chat_threads_project" ON "chat_threads" USING btree ("project_id","user_id");